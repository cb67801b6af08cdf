/// Query generations: reading the stores as they were at one moment.
extension NSManagedObjectContext {
  func pinGeneration(_ token: NSQueryGenerationToken?) throws {
    if let parent { return try parent.setQueryGenerationFrom(token) }
    // A moment that cannot be held is reported now, not by the next fault.
    if let token, !token.isPinned { _ = try NSQueryGenerationToken.pinning(rootCoordinator?.persistentStores ?? []) }
    generation = token
  }

  /// After the context has taken in newer rows: it pins the moment of its next read.
  func advanceGeneration() {
    if generation != nil { generation = NSQueryGenerationToken.current }
  }

  /// What the context reads a store through.
  @inline(__always) func reader(of store: NSPersistentStore) -> any ObjectStore {
    generation == nil ? store.objectStore(for: self) : pinnedReader(of: store)
  }

  @inline(never) private func pinnedReader(of store: NSPersistentStore) -> any ObjectStore {
    if let generation, !generation.isPinned {
      do {
        self.generation = try NSQueryGenerationToken.pinning(rootCoordinator?.persistentStores ?? [])
      } catch {
        fatalError("\(self) cannot pin its query generation: \(error)")
      }
    }
    return generation?.pinned(store) ?? store.objectStore(for: self)
  }
}
