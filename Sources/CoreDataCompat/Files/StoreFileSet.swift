import Foundation

/// The files of a store: the main one, SQLite's beside it, and the folder of external data. They belong together.
struct StoreFileSet {
  private static let sidecarEndings = ["-wal", "-shm", "-journal"]

  /// The main file, where a symbolic link at the store's place leads to: SQLite keeps its other files there.
  let url: URL

  init(_ url: URL) { self.url = url.resolvingSymlinksInPath() }

  var folder: URL { url.deletingLastPathComponent() }

  /// The main file exists.
  var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

  private var supportFolder: URL {
    folder.appendingPathComponent(".\(url.deletingPathExtension().lastPathComponent)_SUPPORT", isDirectory: true)
  }

  private var sidecars: [URL] { StoreFileSet.sidecarEndings.map { URL(fileURLWithPath: url.path + $0) } }

  /// Every file there is, the main one last: without it, nobody takes the rest for a store.
  var existing: [URL] {
    ([supportFolder] + sidecars + [url]).filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Log or journal with something in it, though there is no main file. A new database beside it would be overwritten by it.
  var hasOrphans: Bool { !exists && sidecars.contains { size(of: $0) > 0 } }

  /// Whether the main file is a beginning of `other`'s and has nothing beside it: a copy that was cut short, or one that
  /// lacks the log. Nothing can have been saved to it.
  func isBareCopy(of other: StoreFileSet) -> Bool {
    guard !sidecars.contains(where: { size(of: $0) > 0 }), size(of: url) <= size(of: other.url),
      let mine = try? FileHandle(forReadingFrom: url), let theirs = try? FileHandle(forReadingFrom: other.url)
    else { return false }
    defer { try? mine.close(); try? theirs.close() }
    let chunk = 1 << 20
    while let bytes = try? mine.read(upToCount: chunk), !bytes.isEmpty {
      guard (try? theirs.read(upToCount: bytes.count)) == bytes else { return false }
    }
    // Equal files without a log are two whole stores: which one counts is for their owner to say.
    return size(of: url) < size(of: other.url) || other.sidecars.contains { other.size(of: $0) > 0 }
  }

  /// Sizes and times of the main file and the log, which change with every save. An empty log is none: it comes and goes
  /// with every connection.
  var fingerprint: String {
    ([url] + sidecars.prefix(1)).filter { size(of: $0) > 0 }.map { file in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
      let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      return "\(size(of: file))@\(time)"
    }.joined(separator: ",")
  }

  private func size(of file: URL) -> Int {
    ((try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? NSNumber)?.intValue ?? 0
  }
}
