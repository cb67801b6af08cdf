/// URLs of stores: which are the same, and which cannot be.
enum StoreLocation {
  /// The URL as a file's, without the mark of a folder; nil for a store that has no file.
  static func normalized(_ url: URL?, type: String) throws -> URL? {
    guard let url else {
      if type == NSInMemoryStoreType { return nil }
      throw NSError.coreData(NSPersistentStoreInvalidTypeError, reason: "A store of type \(type) needs a URL.")
    }
    guard url.isFileURL else {
      if type == NSInMemoryStoreType { return url }
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason: "\(url.absoluteString) is no file URL, which a store of type \(type) needs.")
    }
    return URL(fileURLWithPath: url.path, isDirectory: false)
  }

  static func isSame(_ a: URL, _ b: URL) -> Bool {
    a.standardizedFileURL.path == b.standardizedFileURL.path && a.scheme == b.scheme
  }

  static func duplicate(_ url: URL) -> NSError {
    .coreData(
      134_081, reason: "Can't add the same store twice: \(url.path)",
      userInfo: ["NSUnderlyingException": "Can't add the same store twice", NSFilePathErrorKey: url.path])
  }

  /// 516: what is there already is not written over.
  static func occupied(_ url: URL) -> NSError {
    .storeFile(
      NSFileWriteFileExistsError, url: url, reason: "There is a file at \(url.path) already.",
      advice: "Remove it first, or choose another place.")
  }

  static func readOnly(_ store: NSPersistentStore) -> NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.fileWriteNoPermission.rawValue,
      userInfo: [
        NSLocalizedDescriptionKey: "The store cannot be saved: it was opened read-only.",
        NSFilePathErrorKey: store.url?.path ?? "", NSAffectedStoresErrorKey: [store],
      ])
  }
}

/// What may be set in a store's metadata.
enum StoredMetadata {
  /// `new` in place of the developer's own keys of `current`; the engine's keys stay.
  static func merged(_ new: [String: Any], into current: [String: Any]) -> [String: Any] {
    var result = current.filter { isEngines($0.key) }
    for (key, value) in new where !isEngines(key) { result[key] = value }
    return result
  }

  static func isEngines(_ key: String) -> Bool {
    key.hasPrefix("NSStore") || key.hasPrefix("NSPersistence") || key.hasPrefix("_NS")
  }
}
