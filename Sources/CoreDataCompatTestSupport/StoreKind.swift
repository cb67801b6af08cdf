import CoreDataCompat
import Foundation

/// Where a test keeps its store.
public enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  /// An in-memory store.
  case memory = "in memory"
  /// An SQLite file.
  case file = "SQLite file"
  /// A file that is written as a whole, in a binary format.
  case binary = "binary file"
  /// A file that is written as a whole, in XML. Of Apple's systems, macOS alone has it.
  case xml = "XML file"
  /// An SQLite store in memory, at `/dev/null`.
  case devNull = "SQLite at /dev/null"

  /// Whether the store outlives its stack.
  public var lasts: Bool { [.file, .binary, .xml].contains(self) }

  /// The store type.
  public var type: NSPersistentStore.StoreType {
    switch self {
    case .memory: .inMemory
    case .file, .devNull: .sqlite
    case .binary: .binary
    // By name, which systems without the type know too.
    case .xml: NSPersistentStore.StoreType(rawValue: "XML")
    }
  }

  /// The extension of the store's file.
  var fileExtension: String {
    switch self {
    case .memory, .file, .devNull: "sqlite"
    case .binary: "binary"
    case .xml: "xml"
    }
  }

  /// The kind in words.
  public var description: String { rawValue }
}
