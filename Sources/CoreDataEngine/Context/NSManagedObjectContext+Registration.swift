/// One object for each row.
extension NSManagedObjectContext {
  /// The store at a place in the coordinator; nil when it has been removed.
  func store(at index: UInt16) -> NSPersistentStore? { rootCoordinator?.store(at: index) }

  /// What IDs hold of a store; asked for with every ID, so the last answer is kept.
  func reference(ofStore index: UInt16) -> StoreReference? {
    if let last = lastReference, last.index == index { return last.reference }
    guard let reference = store(at: index)?.reference else { return nil }
    lastReference = (index, reference)
    return reference
  }

  func objectStore(at index: UInt16) -> (any ObjectStore)? { store(at: index).map(reader) }

  func registered(_ id: NSManagedObjectID) -> NSManagedObject? {
    guard let layout = compiledModel.layout(of: id.entity) else { return nil }
    let store = storeIndex(of: id)
    if let known = registry.object(store: store, root: layout.rootIndex, key: id.key) { return known }
    return parent == nil ? nil : renamedObject(id.key, root: layout.rootIndex, store: store)
  }

  func storeIndex(of id: NSManagedObjectID) -> UInt16 {
    guard id.key > 0, let store = id.persistentStore else { return 0 }
    return store.index
  }

  func objectOrFault(_ id: NSManagedObjectID) -> NSManagedObject {
    guard let layout = compiledModel.layout(of: id.entity) else {
      fatalError("The entity '\(id.entity.name ?? "")' of \(id) is not in the model of \(self).")
    }
    return object(for: ObjectKey(entityIndex: layout.index, key: id.key), store: storeIndex(of: id))
  }

  func existing(_ id: NSManagedObjectID) throws -> NSManagedObject {
    func missing() -> NSError {
      .coreData(
        NSManagedObjectReferentialIntegrityError, reason: "There is no object \(id) in the store.",
        userInfo: [NSAffectedObjectsErrorKey: [id]])
    }
    guard compiledModel.layout(of: id.entity) != nil else { throw missing() }
    if let object = registered(id) {
      if !object.state.contains(.fault) || object.rowBase != nil {
        if object.state.contains(.gone) || object.state.contains(.inaccessible) { throw missing() }
        return object
      }
      guard let reference = try readRow(of: object) else { throw missing() }
      object.attach(reference)
      return object
    }
    guard id.key > 0 || parent != nil else { throw missing() }
    if id.key > 0, parent == nil {
      guard let store = id.persistentStore, store.persistentStoreCoordinator === rootCoordinator else {
        throw missing()
      }
    }
    let object = objectOrFault(id)
    if object.rowBase != nil { return object }
    guard let reference = try readRow(of: object) else {
      registry.forget(object)
      object.state.insert(.gone)
      retained[ObjectIdentifier(object)] = nil
      throw missing()
    }
    object.attach(reference)
    return object
  }

  /// The object of a key: the one the context has, or a new fault with the cached row, if any.
  func object(for key: ObjectKey, store: UInt16) -> NSManagedObject {
    let registry = registry
    let layout = registry.model.layouts[key.entityIndex]
    if let known = registry.object(store: store, root: layout.rootIndex, key: key.key) { return known }
    if parent != nil {
      if let known = renamedObject(key.key, root: layout.rootIndex, store: store) { return known }
      if key.key < 0, let saved = savedKeys[key.key] { return object(for: present(key), store: saved.store) }
    }
    let row = parent == nil && key.key > 0 ? objectStore(at: store)?.cache.row(of: key.key, in: layout) : nil
    let actual = row.map { registry.model.layouts[$0.row.entityIndex] } ?? layout
    let object = makeFault(actual, key: key.key, store: store)
    if let row, !isStale(row.page) { object.attach(row) }
    registry.insert(object)
    return object
  }

  /// An object of `layout`, which the registry has to take in.
  private func makeFault(_ layout: EntityLayout, key: Int64, store: UInt16) -> NSManagedObject {
    let object = layout.instantiate()
    object.key = key
    object.storeIndex = store
    object.state = registry.marks.union(.fault)
    if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
    return object
  }

  /// The objects of packed rows of one hierarchy, in order. An object that the context has keeps its values; a fault
  /// takes the row.
  func materialize(_ pages: [RowPage], store: UInt16, into objects: inout [NSManagedObject]) {
    takeOverSavedKeys()
    let registry = registry
    let layouts = registry.model.layouts
    let state = registry.marks.union(.fault)
    guard let first = pages.first(where: { $0.count > 0 })?.row(at: 0) else { return }
    var layout = layouts[first.entityIndex]
    let root = layout.rootIndex
    let count = pages.reduce(0) { $0 + $1.count }
    objects.reserveCapacity(objects.count + count)
    // Rows of one result are distinct: where the context had no object before, none needs to be looked for.
    let isFresh = registry.isEmpty(store: store, root: root, reserving: count)
    var known: ContiguousArray<NSManagedObject?> = []
    for page in pages {
      if !isFresh { registry.objects(of: page, store: store, into: &known) }
      let firstNew = objects.count
      var index = 0
      var isNew = false
      var hasRenamed = false
      page.forEachRow { row, offset in
        defer { index += 1 }
        if index < known.count, let object = known[index] {
          if object.state.contains(.fault) {
            if row.hasValues {
              object.attach(RowReference(page: page, offset: offset))
            } else if page.isBatch, object.rowBase == nil {
              object.page = page
            }
          }
          objects.append(object)
          return
        }
        // A save of the root may have named it since the row was packed.
        if row.key < 0, let saved = savedKeys[row.key] {
          let key = ObjectKey(entityIndex: row.entityIndex, key: saved.key)
          let object = object(for: key, store: saved.store)
          if object.state.contains(.fault) { object.attach(RowReference(page: page, offset: offset)) }
          objects.append(object)
          hasRenamed = true
          return
        }
        if row.entityIndex != layout.index { layout = layouts[row.entityIndex] }
        let object = layout.instantiate()
        object.key = row.key
        object.storeIndex = store
        object.state = state
        if row.hasValues {
          object.page = page
          object.rowBase = row.base
        } else if page.isBatch {
          object.page = page
        }
        isNew = true
        objects.append(object)
      }
      if !isNew { continue }
      if hasRenamed {
        // Of several stores, that is, of several tables.
        for object in objects[firstNew...] { registry.insert(object) }
      } else {
        objects.withUnsafeBufferPointer { registry.insert(UnsafeBufferPointer(rebasing: $0[firstNew...])) }
      }
    }
    if retainsRegisteredObjects { for object in objects { retained[ObjectIdentifier(object)] = object } }
  }

  /// The row of a fault; nil when it has none any more. `failure` is called for one that cannot be read: key-value access
  /// cannot throw.
  func loadRow(of object: NSManagedObject, failure: (any Error) -> Void) -> RowReference? {
    do {
      return try readRow(of: object)
    } catch {
      failure(error)
      return nil
    }
  }

  func readRow(of object: NSManagedObject) throws -> RowReference? {
    if let parent { return try parent.row(ofChildObject: object) }
    guard object.key > 0, let store = objectStore(at: object.storeIndex) else { return nil }
    if let page = object.page, page.isBatch, let row = try readBatch(page, for: object, store) { return row }
    return try store.row(of: object.key, in: object.layout)
  }

  /// The stored destinations of a to-many relationship, as objects of this context.
  func loadDestinations(of property: PropertyLayout, owner: NSManagedObject) -> ContiguousArray<NSManagedObject> {
    if let parent { return parent.destinations(of: property, ofChildObject: owner, in: self) }
    guard owner.key > 0, let store = objectStore(at: owner.storeIndex) else { return [] }
    do {
      let keys = try store.destinations(of: property, owner: owner.key)
      return ContiguousArray(keys.map { object(for: $0, store: owner.storeIndex) })
    } catch {
      noteFaultError(error, of: owner, reading: property)
      return []
    }
  }

  /// A fault's row is gone: the object reads as empty and counts as deleted, or the program stops with Apple's message.
  func handleInaccessible(_ object: NSManagedObject) {
    guard shouldHandleInaccessibleFault(object, for: object.currentID, triggeredByProperty: nil) else {
      fatalError("CoreData could not fulfill a fault for '\(object.currentID)'")
    }
    object.state.remove(.fault)
    object.state.insert(.inaccessible)
    object.touched = ObjectValues(slots: ContiguousArray(repeating: .null, count: object.layout.properties.count))
    deleted.insert(object)
    updated.remove(object)
  }
}
