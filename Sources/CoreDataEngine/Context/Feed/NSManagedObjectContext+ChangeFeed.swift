/// The changes of a context as a sequence: an extra beside Apple's API.
extension NSManagedObjectContext {
  /// What one `processPendingChanges` has ended: the IDs of the objects that were concerned. New objects have temporary
  /// IDs until they are saved.
  public struct ObjectChanges: Sendable, Equatable {
    /// Objects that were inserted, or came by a merge.
    public let inserted: Set<NSManagedObjectID>
    /// Objects that were changed.
    public let updated: Set<NSManagedObjectID>
    /// Objects that were deleted.
    public let deleted: Set<NSManagedObjectID>
    /// Objects that were read anew, because of a refresh or a merge.
    public let refreshed: Set<NSManagedObjectID>
    /// Whether the context was reset: all of its objects are gone.
    public let isReset: Bool
  }

  /// The changes of the context from now on, one element for each `processPendingChanges` that has something to tell.
  ///
  /// May be called from any thread. Elements wait until they are read; the sequence ends when the context goes away, or
  /// the task that reads it is cancelled. It does not keep the context alive.
  public func changes() -> AsyncStream<ObjectChanges> {
    AsyncStream { continuation in
      let id = feeds.withLock { $0.add(continuation) }
      continuation.onTermination = { [weak self] _ in self?.feeds.withLock { $0.remove(id) } }
    }
  }

  func feed(_ event: PendingEvent) {
    feed { ObjectChanges(event) }
  }

  func feedReset() {
    feed { ObjectChanges(inserted: [], updated: [], deleted: [], refreshed: [], isReset: true) }
  }

  private func feed(_ changes: () -> ObjectChanges) {
    let continuations = feeds.withLock { $0.continuations }
    if continuations.isEmpty { return }
    let changes = changes()
    for continuation in continuations { continuation.yield(changes) }
  }
}

extension NSManagedObjectContext.ObjectChanges {
  init(_ event: PendingEvent) {
    let gone = Set(event.deleted)
    func ids(_ objects: ContiguousArray<NSManagedObject>) -> Set<NSManagedObjectID> {
      Set(objects.lazy.filter { !gone.contains($0) }.map(\.currentID))
    }
    inserted = ids(event.inserted)
    updated = ids(event.changed)
    deleted = Set(event.deleted.map(\.currentID))
    refreshed = ids(event.refreshed)
    isReset = false
  }
}
