import CoreDataSQLite

/// A look at a file before it is opened as a store, which leaves it as it is: only a change that was cut short, and has to be
/// rolled back before anyone can read, is rolled back.
struct StoreInspection {
  enum Content {
    /// No file, an empty one, or a database without a table.
    case nothing
    case store(StoreMetadata)
  }

  let url: URL

  /// What the file is. Throws when it is no store, with Apple's code and the reason.
  func content() throws -> Content {
    switch try DatabaseHeader.read(url) {
    case .missing, .empty: return .nothing
    case .database(let header): return try inspect(header)
    }
  }

  private func inspect(_ header: DatabaseHeader) throws -> Content {
    do {
      do {
        return try read(at: header.readingLocation(of: url), Connection.OpenOptions(readOnly: true))
      } catch SQLiteCode.readOnlyRollback {
        return try read(at: .file(url.path), Connection.OpenOptions(createIfNeeded: false))
      }
    } catch let error as SQLiteError {
      throw NSError.sqlite(error, url: url, operation: .open)
    }
  }

  private func read(at location: Connection.Location, _ options: Connection.OpenOptions) throws -> Content {
    let connection = try Connection(location, options: options)
    defer { connection.close() }
    return try read(connection)
  }

  private func read(_ connection: Connection) throws -> Content {
    guard try connection.scalar("SELECT count(*) FROM sqlite_master") ?? 0 > 0 else { return .nothing }
    let known = try connection.scalar(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('Z_METADATA', 'Z_PRIMARYKEY')")
    guard known == 2 else {
      throw NSError.storeFile(
        NSPersistentStoreInvalidTypeError, url: url,
        reason: "\(url.path) is an SQLite database, but not one of Core Data: it has no Z_METADATA and Z_PRIMARYKEY.",
        advice: "Choose another place for the store; the file has been left as it was.")
    }
    let metadata: StoreMetadata?
    do {
      metadata = try StoreMetadata(reading: connection)
    } catch let error as SQLiteError {
      throw error
    } catch {
      throw NSError.storeFile(
        NSFileReadCorruptFileError, url: url, reason: "The metadata of \(url.path) cannot be read: \(error).",
        advice: "Restore the store from a backup.")
    }
    guard let metadata else {
      throw NSError.storeFile(
        NSPersistentStoreInvalidTypeError, url: url, reason: "The store \(url.path) has no metadata.",
        advice: "Restore the store from a backup.")
    }
    return .store(metadata)
  }
}

/// The first bytes of a database file.
struct DatabaseHeader {
  enum File {
    case missing, empty
    case database(DatabaseHeader)
  }

  let usesWriteAheadLog: Bool

  /// Reads the header. Throws for a folder, for a file that cannot be read, and for one that is no database.
  static func read(_ url: URL) throws -> File {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return .missing }
    if isFolder.boolValue {
      throw NSError.storeFile(
        NSFileReadUnknownError, url: url, reason: "\(url.path) is a folder.",
        advice: "Give the store the path of a file.")
    }
    let bytes: Data
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      bytes = try file.read(upToCount: 100) ?? Data()
    } catch {
      throw NSError.sqlite(
        SQLiteError(extendedCode: SQLiteCode.cantOpen.rawValue, path: url.path), url: url, operation: .open)
    }
    if bytes.isEmpty { return .empty }
    guard bytes.count == 100, bytes.prefix(16) == Data("SQLite format 3\0".utf8) else {
      throw NSError.sqlite(
        SQLiteError(extendedCode: SQLiteCode.notADatabase.rawValue, path: url.path), url: url, operation: .open)
    }
    return .database(DatabaseHeader(usesWriteAheadLog: bytes[18] == 2))
  }

  /// How to read the file so that nothing is created beside it. A file in WAL mode whose log is empty is opened as
  /// one that nobody changes, since SQLite would otherwise make a log for it.
  func readingLocation(of url: URL) -> Connection.Location {
    usesWriteAheadLog && StoreFiles(url).size(of: .log) == 0 ? .immutableFile(url.path) : .file(url.path)
  }
}
