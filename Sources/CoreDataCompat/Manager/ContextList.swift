/// Contexts that are in use somewhere, not kept alive.
struct ContextList {
  private struct Entry {
    weak var context: NSManagedObjectContext?
  }

  private var entries: [Entry] = []
  private var limit = 16

  /// Those that still exist.
  var live: [NSManagedObjectContext] { entries.compactMap(\.context) }

  mutating func add(_ context: NSManagedObjectContext) {
    // Swept when it has doubled, so that adding stays cheap.
    if entries.count >= limit {
      entries.removeAll { $0.context == nil }
      limit = max(16, entries.count * 2)
    }
    entries.append(Entry(context: context))
  }
}
