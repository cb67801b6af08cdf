import Foundation

/// Writes files that belong together, all or none.
enum FileTree {
  /// - Parameter files: paths below the URL; an empty path is the URL itself.
  static func write(_ files: [(path: String, data: Data)], to url: URL) throws(ModelFormatError) {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: url.path) else {
      throw ModelFormatError(
        .unreadableFile, file: url.path, reason: "there is a file already", hint: "remove it or choose another name")
    }
    let staging = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    do {
      for (path, data) in files {
        let file = path.isEmpty ? staging : staging.appendingPathComponent(path)
        if !path.isEmpty {
          try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        try data.write(to: file)
      }
      try manager.moveItem(at: staging, to: url)
    } catch {
      try? manager.removeItem(at: staging)
      throw ModelFormatError(.unreadableFile, file: url.path, reason: "the model cannot be written: \(error)")
    }
  }
}
