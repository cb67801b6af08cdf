/// What an environment offers to a stack, and what a stack offers to a program.
public struct Capabilities: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt

  /// Makes a set of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// `NSPersistentContainer` exists.
  public static let persistentContainer = Capabilities(rawValue: 1 << 0)
  /// Several connections read one store at once.
  public static let connectionPool = Capabilities(rawValue: 1 << 1)
  /// A context can take over saves by itself.
  public static let automaticMerging = Capabilities(rawValue: 1 << 2)
  /// Reads can be pinned to a moment.
  public static let queryGenerations = Capabilities(rawValue: 1 << 3)
  /// SQLite may be used on several threads.
  public static let threadSafeSQLite = Capabilities(rawValue: 1 << 4)
  /// A write-ahead log works where the store lies.
  public static let writeAheadLog = Capabilities(rawValue: 1 << 5)

  private static let names: [(Capabilities, String)] = [
    (.persistentContainer, "persistentContainer"), (.connectionPool, "connectionPool"),
    (.automaticMerging, "automaticMerging"), (.queryGenerations, "queryGenerations"),
    (.threadSafeSQLite, "threadSafeSQLite"), (.writeAheadLog, "writeAheadLog"),
  ]

  /// The names of the capabilities in the set, in a fixed order; bits of third parties are called `bit 8` and so on.
  public var names: [String] {
    let known = Capabilities.names.filter { contains($0.0) }.map(\.1)
    let others = (Capabilities.names.count..<UInt.bitWidth).filter { rawValue & (1 << $0) != 0 }.map { "bit \($0)" }
    return known + others
  }
}

extension Capabilities: CustomStringConvertible {
  /// The names with commas between them.
  public var description: String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
