/// Stores as files, whether they are open or not. Follows Apple's `NSPersistentStoreCoordinator`.
extension NSPersistentStoreCoordinator {
  /// The metadata of the store at a URL, which is not opened and not changed. Throws when there is none, or when it cannot
  /// be read.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try StoreTypes.storeClass(for: storeType).metadataForPersistentStore(with: url)
  }

  /// The metadata of the store at a URL, in the Swift spelling.
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
  }

  /// Replaces the developer's own metadata of the store at a URL. Throws when there is none, or it cannot be written.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try StoreTypes.storeClass(for: storeType).setMetadata(metadata, forPersistentStoreAt: url)
  }

  /// Replaces the developer's own metadata of the store at a URL, in the Swift spelling.
  public class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
  }

  /// Deletes the store at a URL: every one of its files, whether it can be opened or not. Nothing happens when there is
  /// none.
  ///
  /// Throws 134090 while another connection is in the middle of a transaction, unless
  /// `NSPersistentStoreForceDestroyOption` is set. A store that this coordinator has open is emptied for good: remove it
  /// first.
  public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
    let storeClass = try StoreTypes.storeClass(for: storeType)
    guard let url = try StoreLocation.normalized(url, type: storeType) else { return }
    let isForced = (options?[NSPersistentStoreForceDestroyOption] as? NSNumber)?.boolValue ?? false
    try storeClass.destroyFiles(at: url, force: isForced)
  }

  /// Deletes the store at a URL, in the Swift spelling.
  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Puts a copy of the store at `sourceURL` in the place of the one at `destinationURL`, if there is one.
  ///
  /// The copy is complete before the old store goes. The source may be in use. Throws 260 when there is no source, and
  /// 134090 while the destination is in use.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
  ) throws {
    let storeClass = try StoreTypes.storeClass(for: storeType)
    guard let source = try StoreLocation.normalized(sourceURL, type: storeType),
      let destination = try StoreLocation.normalized(destinationURL, type: storeType)
    else { throw NSPersistentStore.hasNoFiles(storeType) }
    try storeClass.replaceFiles(at: destination, withCopyOf: source)
  }

  /// Puts a copy of one store in the place of another, in the Swift spelling.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions, ofType: sourceType.rawValue)
  }
}
