/// What a context does for its children: it is their store.
extension NSManagedObjectContext {
  /// The object of this context that a child's object stands for; nil when there is none.
  func counterpart(of object: NSManagedObject) -> NSManagedObject? {
    counterpart(object.objectKey, store: object.storeIndex)
  }

  private func counterpart(_ key: ObjectKey, store: UInt16) -> NSManagedObject? {
    let layout = compiledModel.layouts[key.entityIndex]
    let saved = key.key < 0 ? savedKeys[key.key] : nil
    let current = saved?.key ?? key.key
    let store = saved?.store ?? store
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
    let runs = try performAndWait {
      let request = NSFetchRequest<NSManagedObject>()
      request.includesSubentities = query.includesSubentities
      request.predicate = query.predicate.map { NSPredicate.make(counterparts(in: $0)) }
      request.sortDescriptors = query.sort
      request.fetchLimit = query.limit
      request.fetchOffset = query.offset
      return packed(try fetchObjects(query.layout, request))
    }
    return child.objects(of: runs)
  }

  /// A child's predicate speaks of the child's objects; the same predicate about this context's.
  private func counterparts(in tree: PredicateTree) -> PredicateTree {
    tree.mappingConstants { constant in
      switch constant {
      case let object as NSManagedObject: counterpart(of: object)?.objectID ?? object.objectID
      case let id as NSManagedObjectID where id.key < 0: counterpart(ofTemporary: id)?.objectID ?? id
      default: constant
      }
    }
  }

  private func counterpart(ofTemporary id: NSManagedObjectID) -> NSManagedObject? {
    compiledModel.layout(of: id.entity).flatMap {
      counterpart(ObjectKey(entityIndex: $0.index, key: id.key), store: 0)
    }
  }

  // MARK: Several objects at once

  /// Rows for a child's objects, each run of one store.
  typealias PackedRun = (pages: [RowPage], store: UInt16)

  /// The present values of objects, in order, as rows for a child.
  private func packed(_ objects: some Sequence<NSManagedObject>) -> [PackedRun] {
    var runs: [PackedRun] = []
    var writer = RowWriter()
    var current: UInt16?
    for object in objects {
      object.prepareAccess()
      if object.state.contains(.inaccessible) { continue }
      let store = object.key < 0 ? 0 : object.storeIndex
      if let current, current != store {
        runs.append((writer.pages, current))
        writer = RowWriter()
      }
      current = store
      RowPacker.pack(object, key: object.key, version: object.row?.version ?? 0, permanentKeys: false, into: &writer)
    }
    if let current { runs.append((writer.pages, current)) }
    return runs
  }

  /// A child's objects of rows that its parent has packed.
  func objects(of runs: [PackedRun]) -> [NSManagedObject] {
    var objects: [NSManagedObject] = []
    for run in runs { materialize(run.pages, store: run.store, into: &objects) }
    return objects
  }

  /// The rows of a child's objects, all of one hierarchy.
  func rows(ofChildObjects objects: [NSManagedObject], _ layout: EntityLayout) throws -> [PackedRun] {
    try performAndWait {
      let mine = objects.compactMap { counterpart(of: $0) }
      try readRows(of: mine, layout)
      return packed(mine)
    }
  }

  /// The destinations of a child's objects: by key for each of them, and their rows.
  func prefetched(
    _ property: PropertyLayout, ofChildObjects owners: [NSManagedObject]
  ) throws -> (keys: [[(key: ObjectKey, store: UInt16)]], runs: [PackedRun]) {
    try performAndWait {
      let mine = owners.map { counterpart(of: $0) }
      try prefetch([property.name], from: mine.compactMap { $0 }, property.owner)
      let members = mine.map { $0.map { $0.toMany(property).members } ?? [] }
      var seen = Set<ObjectIdentifier>()
      let distinct = members.joined().filter { seen.insert(ObjectIdentifier($0)).inserted }
      try readRows(of: distinct, property.destination)
      return (members.map { $0.map { ($0.objectKey, $0.storeIndex) } }, packed(distinct))
    }
  }
}
