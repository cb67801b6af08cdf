import CoreDataSQLite

/// What a store was doing when SQLite failed.
enum StoreOperation {
  case open, read, write

  fileprivate var verb: String {
    switch self {
    case .open: "open"
    case .read: "read"
    case .write: "write"
    }
  }
}

extension NSError {
  /// The error of Core Data that stands for one of SQLite: Apple's code, SQLite's own under `NSSQLiteErrorDomain`, the
  /// path, a reason, and what to do.
  static func sqlite(_ error: SQLiteError, url: URL?, operation: StoreOperation) -> NSError {
    let (code, advice) = StoreErrorText.text(of: error, operation: operation)
    var info: [String: Any] = [
      NSSQLiteErrorDomain: NSNumber(value: error.extendedCode),
      NSLocalizedRecoverySuggestionErrorKey: advice,
      NSUnderlyingErrorKey: NSError(
        domain: NSSQLiteErrorDomain, code: Int(error.extendedCode),
        userInfo: [NSLocalizedDescriptionKey: error.message]),
    ]
    let path = url?.path ?? error.path
    info[NSFilePathErrorKey] = path
    info[NSURLErrorKey] = url
    let file = url?.lastPathComponent ?? "store"
    if code < 1_000 {
      info[NSLocalizedDescriptionKey] =
        code == NSFileReadCorruptFileError
        ? "The file “\(file)” couldn’t be opened because it isn’t in the correct format."
        : "The file “\(file)” couldn’t be \(operation == .write ? "saved" : "opened")."
    }
    return NSError.coreData(
      code, reason: "SQLite could not \(operation.verb) \(path ?? "the store in memory"): \(error.message).",
      userInfo: info)
  }

  /// An error of SQLite by `sqlite(_:url:operation:)`; others as they are.
  static func store(_ error: any Error, url: URL?, operation: StoreOperation) -> any Error {
    if let error = error as? SQLiteError { return NSError.sqlite(error, url: url, operation: operation) }
    return error
  }

  /// An error of a store's file that SQLite has no part in.
  static func storeFile(_ code: Int, url: URL, reason: String, advice: String) -> NSError {
    var info: [String: Any] = [
      NSFilePathErrorKey: url.path, NSURLErrorKey: url, NSLocalizedRecoverySuggestionErrorKey: advice,
    ]
    if code < 1_000 { info[NSLocalizedDescriptionKey] = "The file “\(url.lastPathComponent)” couldn’t be opened." }
    return NSError.coreData(code, reason: reason, userInfo: info)
  }
}

/// Apple's code for each kind of failure, and what a person can do about it.
private enum StoreErrorText {
  static func text(of error: SQLiteError, operation: StoreOperation) -> (code: Int, advice: String) {
    switch error.code {
    case .notADatabase:
      (
        NSFileReadCorruptFileError,
        "The file is no SQLite database. Choose another place for the store, or move the file away."
      )
    case .corrupt:
      (
        NSFileReadCorruptFileError,
        "The database is damaged. Restore it from a backup; what can be read is saved by `sqlite3 file .recover`."
      )
    case .full:
      (NSFileWriteOutOfSpaceError, "Free some space and save again; nothing of this save is in the store.")
    case .busy, .locked:
      (
        NSPersistentStoreTimeoutError,
        "Another connection holds the store. Try again, or set a longer NSPersistentStoreTimeoutOption."
      )
    case .readOnly:
      operation == .write
        ? (
          NSFileWriteNoPermissionError,
          "Make the file and its folder writable, or open the store with NSReadOnlyPersistentStoreOption."
        )
        : (
          NSFileReadUnknownError,
          "The store needs to be written to before it can be read. Make the file and its folder writable once."
        )
    case .permission, .authorization:
      (
        operation == .write ? NSFileWriteNoPermissionError : NSFileReadNoPermissionError,
        "Check the permissions of the file and of its folder."
      )
    case .cantOpen:
      (
        operation == .write ? NSFileWriteUnknownError : NSFileReadUnknownError,
        "Check that the folder exists, that the path is that of a file, and the permissions of both."
      )
    case .ioError:
      (operation == .write ? NSFileWriteUnknownError : NSFileReadUnknownError, "Check the disk.")
    case .constraint:
      (NSManagedObjectConstraintMergeError, "Change the values that must be unique.")
    case .interrupt:
      (NSUserCancelledError, "The request was cancelled; send it again.")
    default:
      (NSSQLiteError, "The message of SQLite says what is wrong.")
    }
  }
}
