/// The room on the volume that a migration writes to.
struct FreeSpace {
  /// The bytes free where a file lies; nil when nobody knows.
  var available: (URL) -> Int64? = { url in
    let folder = url.deletingLastPathComponent().path
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }

  /// Throws 640, before anything is written, when there is less than may be needed.
  func require(_ needed: Int64, for url: URL) throws {
    if let available = available(url), available < needed {
      throw MigrationError.noSpace(at: url, needed: needed, available: available)
    }
  }

  /// The bytes of all files of a store, external data included.
  static func size(of store: StoreFiles) -> Int64 {
    let folder = store.realSupportFolder
    let paths = FileManager.default.subpaths(atPath: folder.path) ?? []
    let outside = paths.map { folder.appendingPathComponent($0).path }.reduce(Int64(0)) { sum, path in
      sum + ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber ?? 0).int64Value
    }
    return StoreFiles.Part.allCases.reduce(outside) { $0 + Int64(store.size(of: $1)) }
  }
}
