/// Reading anew, rolling back, starting over.
extension NSManagedObjectContext {
  func refreshObject(_ object: NSManagedObject, merging: Bool) {
    guard object.registry === existingRegistry, !object.state.contains(.inserted) else { return }
    event.refreshed.append(object)
    if !faultErrors.isEmpty { faultErrors[object.objectID] = nil }
    guard merging, object.hasChanges, let touched = object.touched else {
      updated.remove(object)
      if merging, object.state.contains(.deleted) { return }
      object.turnIntoFault()
      return
    }
    // The changes stay, over the newest row.
    let fresh = freshRow(of: object)
    for property in object.layout.properties where !touched.changed.contains(property.slot) {
      if !property.isTransient { touched.slots[property.slot] = .unset }
    }
    if let fresh {
      object.attach(fresh)
      object.state.remove(.inaccessible)
    }
    object.awake(fromSnapshotEvents: .refresh)
  }

  /// The newest row known of an object: from the cache, or read; nil, and noted, when it cannot be read.
  private func freshRow(of object: NSManagedObject) -> RowReference? {
    if parent == nil, object.key > 0,
      let cached = objectStore(at: object.storeIndex)?.cache.row(of: object.key, in: object.layout),
      !isStale(cached.page)
    {
      return cached
    }
    do {
      return try readRow(of: object)
    } catch {
      noteFaultError(error, of: object)
      return nil
    }
  }

  /// Whether the rows of a page were read longer ago than the context's `stalenessInterval` allows.
  @inline(__always) func isStale(_ page: RowPage) -> Bool {
    stalenessInterval >= 0 && parent == nil && page.age >= stalenessInterval
  }

  func refreshAll() {
    processPendingChanges()
    guard let registry = existingRegistry else { return }
    for object in registry.allObjects() where !object.state.contains(.inserted) {
      refreshObject(object, merging: true)
    }
    processPendingChanges()
  }

  func rollBackChanges() {
    event = PendingEvent()
    deferredDeletions = []
    undoManager?.removeAllActions()
    let news = inserted.removeAll()
    let changed = updated.removeAll()
    let gone = deleted.removeAll()
    for object in news {
      registry.forget(object)
      object.state = [.gone]
      retained[ObjectIdentifier(object)] = nil
      object.touched = nil
    }
    for object in changed + gone where !object.state.contains(.gone) {
      object.state.remove([.pending, .inaccessible])
      revert(object)
    }
    locked = []
    // Sets that were changed from the other side alone.
    if !(changed.isEmpty && gone.isEmpty) { processPendingChanges() }
  }

  /// Puts the last read or saved values back.
  private func revert(_ object: NSManagedObject) {
    guard let touched = object.touched else { return }
    touched.changed.forEach { slot in touched.slots[slot] = .unset }
    touched.changed = .empty
    touched.forgetEvent()
    if object.rowBase == nil, !object.state.contains(.fault) { object.turnIntoFault() }
    event.refreshed.append(object)
    object.awake(fromSnapshotEvents: .rollback)
  }

  func resetObjects() {
    event = PendingEvent()
    deferredDeletions = []
    undoManager?.removeAllActions(withTarget: self)
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    locked = []
    faultErrors = [:]
    abandonObjects()
    feedReset()
    advanceGeneration()
    MessagePosting.post(.NSManagedObjectContextObjectsDidChange, from: self, [NSInvalidatedAllObjectsKey: true])
  }
}
