/// The metadata of a store whose type need not be named, which Apple has deprecated. Follows its
/// `NSPersistentStoreCoordinator`.
extension NSPersistentStoreCoordinator {
  /// The metadata of the store at a URL. A nil type stands for the first of the registered ones that can read the file.
  ///
  /// Throws when there is no file, or none of them can.
  public class func metadataForPersistentStore(ofType storeType: String?, at url: URL) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType ?? type(ofStoreAt: url), at: url, options: nil)
  }

  /// Replaces the developer's own metadata of the store at a URL. A nil type stands for the first of the registered ones
  /// that can read the file. Throws when there is none, or when it cannot be written.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String?, at url: URL
  ) throws {
    try setMetadata(metadata, forPersistentStoreOfType: storeType ?? type(ofStoreAt: url), at: url, options: nil)
  }

  private class func type(ofStoreAt url: URL) throws -> String {
    var failure: (any Error)?
    // The most common first: its error is the one that is told when no type fits.
    let types = [NSSQLiteStoreType] + registeredStoreTypes.keys.filter { $0 != NSSQLiteStoreType }.sorted()
    for type in types {
      do {
        if try !metadataForPersistentStore(ofType: type, at: url, options: nil).isEmpty { return type }
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? NSError.coreData(NSPersistentStoreInvalidTypeError, reason: "No store type reads \(url.path).")
  }
}
