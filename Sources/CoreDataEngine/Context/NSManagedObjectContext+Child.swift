/// What a context does for its children: it is their store.
extension NSManagedObjectContext {
  /// The object of this context that a child's object stands for; nil when there is none.
  private func counterpart(of object: NSManagedObject) -> NSManagedObject? {
    counterpart(ObjectKey(entityIndex: object.layout.index, key: object.key), store: object.storeIndex)
  }

  private func counterpart(_ key: ObjectKey, store: UInt16) -> NSManagedObject? {
    let layout = compiledModel.layouts[key.entityIndex]
    let current = savedKeys[key.key] ?? key.key
    if let known = registry.object(store: store, root: layout.rootIndex, key: current) {
      return known.state.contains(.gone) || known.state.contains(.deleted) ? nil : known
    }
    return current > 0 || parent != nil
      ? self.object(for: ObjectKey(entityIndex: key.entityIndex, key: current), store: store) : nil
  }

  /// The present values of the counterpart, packed as the child's row.
  func row(ofChildObject object: NSManagedObject) throws -> RowReference? {
    try performAndWait {
      guard let mine = counterpart(of: object) else { return nil }
      if mine.state.contains(.fault), mine.rowBase == nil {
        guard let reference = try readRow(of: mine) else { return nil }
        mine.attach(reference)
      }
      mine.prepareAccess()
      return mine.state.contains(.inaccessible)
        ? nil : RowPacker.pack(mine, key: object.key, version: mine.row?.version ?? 0, permanentKeys: false)
    }
  }

  /// The present destinations of the counterpart, as objects of the child.
  func destinations(
    of property: PropertyLayout, ofChildObject owner: NSManagedObject, in child: NSManagedObjectContext
  ) -> ContiguousArray<NSManagedObject> {
    let keys: [(ObjectKey, UInt16)] = performAndWait {
      guard let mine = counterpart(of: owner) else { return [] }
      return mine.toMany(property).members.map { ($0.objectKey, $0.storeIndex) }
    }
    return ContiguousArray(keys.map { child.object(for: $0.0, store: $0.1) })
  }

  /// The objects of a fetch of a child, as the child's objects with the parent's present values.
  func objects(for query: RowQuery, ofChild child: NSManagedObjectContext) throws -> [NSManagedObject] {
    let page: [(pages: [RowPage], store: UInt16)] = try performAndWait {
      let request = NSFetchRequest<NSManagedObject>()
      request.includesSubentities = query.includesSubentities
      request.predicate = query.predicate.map { NSPredicate.make(counterparts(in: $0)) }
      request.sortDescriptors = query.sort
      request.fetchLimit = query.limit
      request.fetchOffset = query.offset
      let objects = try fetchObjects(query.layout, request)
      // Runs of one store become pages, so that the order stays.
      var runs: [(pages: [RowPage], store: UInt16)] = []
      var writer = RowWriter()
      var current: UInt16?
      for object in objects {
        let store = object.key < 0 ? 0 : object.storeIndex
        if let current, current != store {
          runs.append((writer.pages, current))
          writer = RowWriter()
        }
        current = store
        object.prepareAccess()
        RowPacker.pack(object, key: object.key, version: object.row?.version ?? 0, permanentKeys: false, into: &writer)
      }
      if let current { runs.append((writer.pages, current)) }
      return runs
    }
    var objects: [NSManagedObject] = []
    for (pages, store) in page { child.materialize(pages, store: store, into: &objects) }
    return objects
  }

  /// A child's predicate speaks of the child's objects; the same predicate about this context's.
  private func counterparts(in tree: PredicateTree) -> PredicateTree {
    tree.mappingConstants { constant in
      if let object = constant as? NSManagedObject { return counterpart(of: object)?.objectID ?? object.objectID }
      return constant
    }
  }

  /// Makes a child's changes this context's own, unsaved.
  func takeChanges(_ changes: ChangeSet, from child: NSManagedObjectContext) throws {
    var mine: [ObjectIdentifier: NSManagedObject] = [:]
    for object in changes.inserted {
      let new = object.layout.instantiate()
      insertCounterpart(new, of: object)
      mine[ObjectIdentifier(object)] = new
    }
    for object in changes.updated {
      guard let target = counterpart(of: object) else {
        throw NSError.coreData(
          NSManagedObjectReferentialIntegrityError,
          reason: "\(object) was changed in \(child), and its object in the parent \(self) is deleted.",
          userInfo: [NSAffectedObjectsErrorKey: [object]])
      }
      mine[ObjectIdentifier(object)] = target
    }
    func translate(_ object: NSManagedObject) -> NSManagedObject? {
      mine[ObjectIdentifier(object)] ?? counterpart(of: object)
    }
    for object in changes.inserted + changes.updated {
      guard let target = mine[ObjectIdentifier(object)] else { continue }
      for property in object.differingProperties { copy(property, from: object, to: target, translate) }
    }
    for object in changes.deleted {
      if let target = counterpart(of: object) { markDeleted(target) }
    }
    processPendingChanges()
  }

  private func insertCounterpart(_ object: NSManagedObject, of original: NSManagedObject) {
    let values = ObjectValues(slots: object.layout.defaults)
    object.key = original.key
    if original.key > 0 {
      // The child has obtained the ID that the object will be saved under.
      object.storeIndex = original.storeIndex
      values.permanentKey = original.key
      values.assignedStore = original.storeIndex
    }
    object.touched = values
    object.state = registry.marks.union([.awake, .pending, .fresh])
    registry.insert(object)
    inserted.insert(object)
    event.inserted.append(object)
  }

  private func copy(
    _ property: PropertyLayout, from object: NSManagedObject, to target: NSManagedObject,
    _ translate: (NSManagedObject) -> NSManagedObject?
  ) {
    switch property.kind {
    case .attribute: target.setAttribute(object.currentValue(property), property)
    case .toOne: target.setDestination(object.destination(of: property).flatMap(translate), of: property)
    case .toMany:
      let members = ContiguousArray(object.toMany(property).members.compactMap(translate))
      target.setDestinations(members, of: property)
    }
  }
}
