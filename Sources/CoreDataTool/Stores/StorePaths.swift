import CoreDataEngine
import Foundation

/// What `copy` and `move` share.
enum StorePaths {
  static func pair(_ arguments: Arguments) throws -> (source: URL, target: URL) {
    let source = URL(fileURLWithPath: try arguments.required("STORE"))
    let target = URL(fileURLWithPath: try arguments.required("TARGET"))
    _ = try StoreReader(source)
    if FileManager.default.fileExists(atPath: target.path) {
      throw ToolError("\(target.path): there is a file already")
    }
    return (source, target)
  }

  /// The bytes of all files of a store, external data included.
  static func bytes(of url: URL) -> Int {
    let name = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT"
    let folder = url.deletingLastPathComponent().appendingPathComponent(name)
    let paths =
      ["", "-wal"].map { url.path + $0 }
      + (FileManager.default.subpaths(atPath: folder.path) ?? []).map { folder.appendingPathComponent($0).path }
    return paths.reduce(0) { sum, path in
      sum + ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber ?? 0).intValue
    }
  }

  static func report(_ what: String, _ source: URL, _ target: URL, _ arguments: Arguments, _ console: Console) {
    if arguments.wantsJSON {
      console.write(.object([(what, .string(source.path)), ("to", .string(target.path))]))
    } else {
      console.writeLine("\(what) \(source.lastPathComponent) to \(target.lastPathComponent)")
    }
  }
}
