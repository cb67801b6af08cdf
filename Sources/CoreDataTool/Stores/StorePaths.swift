import CoreDataEngine
import Foundation

/// What `copy` and `move` share.
enum StorePaths {
  static func pair(_ arguments: Arguments) throws -> (source: URL, target: URL) {
    let source = URL(fileURLWithPath: try arguments.required("STORE"))
    let target = URL(fileURLWithPath: try arguments.required("TARGET"))
    if FileManager.default.fileExists(atPath: target.path) {
      throw ToolError("\(target.path): there is a file already")
    }
    return (source, target)
  }

  static func report(_ what: String, _ source: URL, _ target: URL, _ arguments: Arguments, _ console: Console) {
    if arguments.wantsJSON {
      console.write(.object([(what, .string(source.path)), ("to", .string(target.path))]))
    } else {
      console.writeLine("\(what) \(source.lastPathComponent) to \(target.lastPathComponent)")
    }
  }
}
