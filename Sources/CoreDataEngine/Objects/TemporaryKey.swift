import Synchronization

/// Keys of objects that have none in a store yet: negative, and unique in the process.
enum TemporaryKey {
  private static let last = Atomic<Int64>(0)

  static func next() -> Int64 { last.subtract(1, ordering: .relaxed).newValue }
}
