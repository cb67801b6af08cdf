/// The readers of a context's changes.
struct ChangeFeeds {
  typealias Continuation = AsyncStream<NSManagedObjectContext.ObjectChanges>.Continuation

  private var entries: [Int: Continuation] = [:]
  private var last = 0

  var continuations: [Continuation] { Array(entries.values) }

  mutating func add(_ continuation: Continuation) -> Int {
    last += 1
    entries[last] = continuation
    return last
  }

  mutating func remove(_ id: Int) { entries[id] = nil }
}
