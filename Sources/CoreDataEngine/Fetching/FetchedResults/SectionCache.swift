/// The sections of fetched results, in a file that outlives the program. It may go at any time: what is not there, or does not
/// fit, is computed anew.
struct SectionCache {
  /// What the names of the sections follow from.
  struct Key: Codable, Equatable {
    let entity: String
    let versionHash: Data
    let keyPath: String
    let stores: [String]
    /// Stands for the rows in their order, and their versions.
    let rows: UInt64
    let count: Int
  }

  private struct Contents: Codable {
    let key: Key
    let names: [String]
    let counts: [Int]
  }

  let name: String

  /// The folder of all caches of this program.
  private static var folder: URL {
    let manager = FileManager.default
    let caches = manager.urls(for: .cachesDirectory, in: .userDomainMask).first ?? manager.temporaryDirectory
    return caches.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
      .appendingPathComponent("SectionInfoCaches", isDirectory: true)
  }

  var file: URL {
    let name = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
    return SectionCache.folder.appendingPathComponent(name, isDirectory: false)
  }

  /// The name of each object's section, if they are kept for `key`.
  func names(for key: Key) -> [String]? {
    guard let bytes = try? Data(contentsOf: file),
      let contents = try? PropertyListDecoder().decode(Contents.self, from: bytes), contents.key == key,
      contents.names.count == contents.counts.count, contents.counts.allSatisfy({ $0 > 0 }),
      contents.counts.reduce(0, +) == key.count
    else { return nil }
    return zip(contents.names, contents.counts).flatMap { repeatElement($0, count: $1) }
  }

  /// Keeps the name of each object's section. Where it cannot be written there is no cache.
  func keep(_ names: [String], for key: Key) {
    var (sections, counts): ([String], [Int]) = ([], [])
    for name in names {
      if sections.last == name { counts[counts.count - 1] += 1 } else { sections.append(name); counts.append(1) }
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    guard let bytes = try? encoder.encode(Contents(key: key, names: sections, counts: counts)) else { return }
    try? FileManager.default.createDirectory(at: SectionCache.folder, withIntermediateDirectories: true)
    try? bytes.write(to: file, options: .atomic)
  }

  /// Removes the file of a cache, of all for nil.
  static func delete(_ name: String?) {
    try? FileManager.default.removeItem(at: name.map { SectionCache(name: $0).file } ?? folder)
  }
}
