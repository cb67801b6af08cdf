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
    savesOnMainThread = isOnMainThread
    defer {
      isSaving = false
      savesOnMainThread = nil
      announced = nil
    }
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
      finishSave(changes, toStores: false)
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
      for object in inserted.members() { object.state.remove(.told) }
      for object in updated.members() { object.state.remove(.told) }
      for object in deleted.members() { object.state.remove(.told) }
    }
    for _ in 0..<NSManagedObjectContext.willSaveLimit {
      // All three lists, whatever the first has.
      let toldAny = [tell(inserted.members()), tell(updated.members()), tell(deleted.members())]
      if !toldAny.contains(true) { return }
      // An object that changed itself is told again until it settles.
      for object in event.changed { object.state.remove(.told) }
      if !event.isEmpty { processPendingChanges() }
    }
    throw NSError.coreData(
      NSCoreDataError,
      reason:
        "Failed to process pending changes before save.  The context is still dirty after \(NSManagedObjectContext.willSaveLimit) attempts.  Typically this recursive dirtying is caused by a bad validation method, -willSave, or notification handler."
    )
  }

  /// Calls `willSave` of the objects that have not heard of the save yet. Returns whether there were any.
  private func tell(_ objects: ContiguousArray<NSManagedObject>) -> Bool {
    var told = false
    // A plain object has no code to run.
    for object in objects where !object.state.contains(.told) && type(of: object) != NSManagedObject.self {
      object.state.insert(.told)
      object.willSave()
      told = true
    }
    return told
  }

  private func validateChanges() throws {
    var errors: [NSError] = []
    for object in inserted.members() where !object.state.contains(.deleted) {
      do { try object.validateForInsert() } catch { errors.append(error as NSError) }
    }
    for object in updated.members() where !object.state.contains(.deleted) {
      do { try object.validateForUpdate() } catch { errors.append(error as NSError) }
    }
    for object in deleted.members() where !object.state.contains(.inaccessible) {
      do { try object.validateForDelete() } catch { errors.append(error as NSError) }
    }
    if let error = NSError.combining(errors) { throw error }
  }

  private func collectChanges() -> ChangeSet {
    var changes = ChangeSet()
    let hasDeletions = !deleted.isEmpty()
    func kept(_ objects: ContiguousArray<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
      hasDeletions ? objects.filter { !$0.state.contains(.deleted) } : objects
    }
    changes.inserted = kept(inserted.members())
    changes.updated = kept(updated.members())
    changes.deleted = deleted.members().filter { $0.state.isDisjoint(with: [.inserted, .inaccessible]) }
    changes.locked = locked.isEmpty ? [] : ContiguousArray(locked.filter { !$0.hasChanges })
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
      let outcome: SaveOutcome
      do {
        outcome = try coordinator.save(changes)
      } catch let partial as PartialSave {
        for part in partial.written { finishPart(part) }
        throw partial.error
      }
      switch outcome {
      case .saved:
        finishSave(changes, toStores: true)
        return
      case .conflicts(let conflicts):
        attempts += 1
        guard attempts <= 8 else {
          throw NSError.coreData(
            NSManagedObjectMergeError, reason: "The rows keep changing while the save is being merged.")
        }
        try resolve(conflicts)
        processPendingChanges()
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

  /// Makes the saved state the objects' own, and tells everyone.
  private func finishSave(_ changes: ChangeSet, toStores: Bool) {
    let gone = deleted.removeAll()
    finish(changes, inserted.removeAll(), updated.removeAll(), gone, toStores: toStores)
    locked = []
  }

  /// The same for what one of several stores has, while others have refused their part.
  private func finishPart(_ changes: ChangeSet) {
    for object in changes.inserted { inserted.remove(object) }
    for object in changes.updated { updated.remove(object) }
    for object in changes.deleted { deleted.remove(object) }
    finish(changes, changes.inserted, changes.updated, changes.deleted, toStores: true)
  }

  private func finish(
    _ changes: ChangeSet, _ news: ContiguousArray<NSManagedObject>, _ changed: ContiguousArray<NSManagedObject>,
    _ gone: ContiguousArray<NSManagedObject>, toStores: Bool
  ) {
    advanceGeneration()
    var derived: [NSManagedObject] = []
    if toStores {
      SavedRows(changes, in: self).apply()
      derived = applyDerivedRows(changes)
    } else {
      for object in news { settle(object) }
      for object in changed { settle(object) }
    }
    for object in gone {
      registry.forget(object)
      object.state.insert(.gone)
      if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = nil }
    }
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
