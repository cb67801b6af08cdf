import CoreDataCompat
import Foundation

/// Where a test keeps its store.
public enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  /// An in-memory store.
  case memory = "in memory"
  /// An SQLite file.
  case file = "SQLite file"
  /// An SQLite store in memory, at `/dev/null`.
  case devNull = "SQLite at /dev/null"

  /// Whether the store outlives its stack.
  public var lasts: Bool { self == .file }

  /// The kind in words.
  public var description: String { rawValue }
}
