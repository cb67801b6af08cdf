/// What has happened in a context since the last `processPendingChanges`.
struct PendingEvent {
  var inserted: ContiguousArray<NSManagedObject> = []
  /// Objects that changed, new ones of this event left out.
  var changed: ContiguousArray<NSManagedObject> = []
  var deleted: ContiguousArray<NSManagedObject> = []
  var refreshed: ContiguousArray<NSManagedObject> = []

  var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty && refreshed.isEmpty }
}
