import Foundation

/// Why a store could not be opened.
///
/// @unchecked Sendable: the underlying error never changes once it is made.
public struct StoreFailure: Error, @unchecked Sendable {
  /// What is wrong, as a program can tell it apart.
  public enum Kind: Sendable, Hashable {
    /// The model is not the one that the store was made with, and it was not, or could not be, migrated.
    case incompatibleModel
    /// The file is no store, or its contents are damaged.
    case damaged
    /// Another process or connection holds it.
    case locked
    /// Its folder does not exist.
    case missingFolder
    /// There is no right to read or write it, or the medium is read-only.
    case noPermission
    /// There is no space left.
    case outOfSpace
    /// Anything else; `underlying` tells.
    case other
  }

  /// What is wrong.
  public let kind: Kind
  /// The store's file; nil for one in memory.
  public let url: URL?
  /// The engine's error, with Apple's domain and code.
  public let underlying: NSError

  init(_ error: any Error, at url: URL?) {
    underlying = error as NSError
    self.url = url
    kind = StoreFailure.kind(of: underlying, at: url)
  }

  private static func kind(of error: NSError, at url: URL?) -> Kind {
    guard error.domain == NSCocoaErrorDomain else { return .other }
    switch error.code {
    case NSPersistentStoreIncompatibleVersionHashError, NSPersistentStoreIncompatibleSchemaError:
      return .incompatibleModel
    case 134_110...134_190:
      // A migration that the model allows can fail for want of space, say.
      let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map { kind(of: $0, at: url) }
      return cause.flatMap { [.locked, .noPermission, .outOfSpace].contains($0) ? $0 : nil } ?? .incompatibleModel
    case NSPersistentStoreInvalidTypeError, CocoaError.Code.fileReadCorruptFile.rawValue:
      return .damaged
    case NSPersistentStoreTimeoutError: return .locked
    case CocoaError.Code.fileWriteOutOfSpace.rawValue: return .outOfSpace
    case CocoaError.Code.fileWriteNoPermission.rawValue, CocoaError.Code.fileReadNoPermission.rawValue,
      CocoaError.Code.fileWriteVolumeReadOnly.rawValue:
      return .noPermission
    default: return placeKind(of: url)
    }
  }

  /// What the file system says where the engine's code says no more than that the file could not be opened.
  private static func placeKind(of url: URL?) -> Kind {
    guard let folder = url?.deletingLastPathComponent().path else { return .other }
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: folder, isDirectory: &isFolder) else { return .missingFolder }
    guard isFolder.boolValue else { return .missingFolder }
    return files.isWritableFile(atPath: folder) ? .other : .noPermission
  }
}

extension StoreFailure: CustomStringConvertible {
  /// Which file, what is wrong, and what can be done.
  public var description: String {
    let place = url.map { "The store at \($0.path)" } ?? "The store in memory"
    var reason = underlying.localizedFailureReason ?? underlying.localizedDescription
    if let cause = (underlying.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedFailureReason,
      !reason.contains(cause)
    {
      reason += " (\(cause))"
    }
    let advice = underlying.localizedRecoverySuggestion ?? advice
    return "\(place) cannot be opened: \(reason) (\(underlying.domain) \(underlying.code)) \(advice)"
  }

  private var advice: String {
    switch kind {
    case .incompatibleModel:
      "Open it with the model it was made with, or set onIncompatibleStore to .migrate or .quarantineAndRecreate."
    case .damaged: "Restore it from a backup, or move it away; it has been left as it was."
    case .locked: "Try again when the other process is done, or set a longer timeout."
    case .missingFolder: "Make the folder first."
    case .noPermission: "Check the permissions of the file and its folder."
    case .outOfSpace: "Free some space."
    case .other: "The file has been left as it was."
    }
  }
}
