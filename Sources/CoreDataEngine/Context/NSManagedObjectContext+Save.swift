/// Saving: callbacks, validation, conflicts, the store, and what is told afterwards.
extension NSManagedObjectContext {
  private static let willSaveLimit = 1_000

  func saveChanges() throws {
    guard !isSaving else {
      throw NSError.coreData(
        NSManagedObjectContextLockingError + 1,
        reason: "attempt to recursively call -save: on the context aborted")
    }
    isSaving = true
    defer { isSaving = false }
    event.deleted += deferredDeletions.filter { $0.state.contains(.deleted) && !$0.state.contains(.gone) }
    deferredDeletions = []
    processPendingChanges()
    if !hasChanges, locked.isEmpty {
      if parent == nil { try rootCoordinator?.saveNothing(of: self) }
      return
    }
    try requireStores()
    try requireReadFaults()
    try callWillSave()
    MessagePosting.post(.NSManagedObjectContextWillSave, from: self)
    processPendingChanges()
    try validateChanges()
    let changes = collectChanges()
    if let parent {
      try parent.performAndWait { try parent.takeChanges(changes, from: self) }
      finishSave(changes, keys: [:], packed: nil)
    } else {
      try saveToStores(changes)
    }
  }

  /// Saving without a store is the program's mistake, which Apple answers with an exception.
  private func requireStores() throws {
    guard parent == nil, let coordinator = rootCoordinator, coordinator.persistentStores.isEmpty else { return }
    throw NSError.coreData(
      NSPersistentStoreSaveError,
      reason:
        "This NSPersistentStoreCoordinator has no persistent stores (unknown).  It cannot perform a save operation.")
  }

  /// Tells every changed object, and those that change because of it, until nothing changes any more.
  private func callWillSave() throws {
    defer {
      for list in [inserted.members(), updated.members(), deleted.members()] {
        for object in list { object.state.remove(.told) }
      }
    }
    for _ in 0..<NSManagedObjectContext.willSaveLimit {
      var isSettled = true
      for list in [inserted.members(), updated.members(), deleted.members()] {
        // A plain object has no code to run.
        for object in list where !object.state.contains(.told) && type(of: object) != NSManagedObject.self {
          object.state.insert(.told)
          object.willSave()
          isSettled = false
        }
      }
      if isSettled { return }
      // An object that changed itself is told again until it settles.
      for object in event.changed { object.state.remove(.told) }
      processPendingChanges()
    }
    throw NSError.coreData(
      NSCoreDataError,
      reason:
        "Failed to process pending changes before save.  The context is still dirty after \(NSManagedObjectContext.willSaveLimit) attempts.  Typically this recursive dirtying is caused by a bad validation method, -willSave, or notification handler."
    )
  }

  private func validateChanges() throws {
    var errors: [NSError] = []
    func check(_ body: () throws -> Void) {
      do { try body() } catch { errors.append(error as NSError) }
    }
    for object in inserted.members() where !object.state.contains(.deleted) { check { try object.validateForInsert() } }
    for object in updated.members() where !object.state.contains(.deleted) { check { try object.validateForUpdate() } }
    for object in deleted.members() where !object.state.contains(.inaccessible) {
      check { try object.validateForDelete() }
    }
    if let error = NSError.combining(errors) { throw error }
  }

  private func collectChanges() -> ChangeSet {
    var changes = ChangeSet()
    changes.inserted = inserted.members().filter { !$0.state.contains(.deleted) }
    changes.updated = updated.members().filter { !$0.state.contains(.deleted) }
    changes.deleted = deleted.members().filter { !$0.state.contains(.inserted) && !$0.state.contains(.inaccessible) }
    changes.locked = ContiguousArray(locked.filter { !$0.hasChanges })
    changes.contextName = name
    changes.author = transactionAuthor
    changes.context = self
    return changes
  }

  // MARK: To the stores

  private func saveToStores(_ changes: ChangeSet) throws {
    guard let coordinator = rootCoordinator else { return }
    var changes = changes
    var attempts = 0
    while true {
      switch try coordinator.save(changes) {
      case .saved:
        finishRootSave(changes, coordinator)
        return
      case .conflicts(let conflicts):
        attempts += 1
        guard attempts <= 8 else {
          throw NSError.coreData(
            NSManagedObjectMergeError, reason: "The rows keep changing while the save is being merged.")
        }
        try resolve(conflicts)
        changes = collectChanges()
      case .constraintConflicts(let conflicts):
        attempts += 1
        guard attempts <= 8 else {
          throw NSError.coreData(
            NSManagedObjectConstraintMergeError, reason: "The conflicts come back each time they are resolved.")
        }
        try resolve(conflicts)
        processPendingChanges()
        changes = collectChanges()
      }
    }
  }

  private func finishRootSave(_ changes: ChangeSet, _ coordinator: NSPersistentStoreCoordinator) {
    let snapshot = SavedSnapshot(changes, in: self)
    finishSave(changes, keys: snapshot.keys, packed: snapshot)
  }

  /// Makes the saved state the objects' own, and tells everyone.
  private func finishSave(_ changes: ChangeSet, keys: [Int64: Int64], packed: SavedSnapshot?) {
    let news = inserted.removeAll()
    let changed = updated.removeAll()
    let gone = deleted.removeAll()
    locked = []
    advanceGeneration()
    packed?.apply(in: self)
    let derived = applyDerivedRows(changes)
    if packed == nil { for object in news + changed { settle(object) } }
    for object in gone {
      registry.forget(object)
      object.state.insert(.gone)
      if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = nil }
    }
    if packed != nil { recordSavedKeys(keys) }
    for list in [changes.inserted, changes.updated, changes.deleted] {
      for object in list where type(of: object) != NSManagedObject.self { object.didSave() }
    }
    for object in gone { object.touched = nil }
    postDidSave(inserted: news, updated: changed, deleted: gone, changes.receipt)
    if !derived.isEmpty {
      event.refreshed += derived
      processPendingChanges()
    }
  }

  /// A child's object after its changes went to the parent: they are no changes any more.
  private func settle(_ object: NSManagedObject) {
    guard let touched = object.touched else { return }
    touched.changed.forEach { slot in
      if case .object(let value) = touched.slots[slot], let members = value as? ToManyValue { members.commit() }
    }
    touched.changed = .empty
    touched.forgetEvent()
    if parent != nil {
      object.attach(RowPacker.pack(object, key: object.key, version: 1, permanentKeys: false))
      dropStored(object)
    }
  }

  /// Attribute values are in the row now; relationships that have been read stay.
  func dropStored(_ object: NSManagedObject) {
    guard let touched = object.touched else { return }
    let layout = object.layout
    let keeps = layout.slotsOutsideRows.contains { slot in
      switch touched.slots[slot] {
      case .unset, .null: false
      default: true
      }
    }
    if !keeps {
      object.touched = nil
      return
    }
    for property in layout.properties where property.isStored && property.isAttribute {
      touched.slots[property.slot] = .unset
    }
  }
}
