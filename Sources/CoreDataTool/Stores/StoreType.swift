import CoreDataEngine
import Foundation

/// Which type a store file has, by its first bytes.
enum StoreType {
  /// Throws for a file that is none of the types, and for none.
  static func of(_ url: URL) throws -> NSPersistentStore.StoreType {
    let start: Data
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      start = try file.read(upToCount: 32) ?? Data()
    } catch {
      throw ToolError("\(url.path): it cannot be read: \(error.localizedDescription)")
    }
    if start.starts(with: Data("SQLite format 3".utf8)) { return .sqlite }
    if start.starts(with: Data("<?xml".utf8)) { return .xml }
    if start.starts(with: Data("CoreDataCompat binary".utf8)) { return .binary }
    throw ToolError("\(url.path): it is no SQLite, XML or binary store")
  }
}
