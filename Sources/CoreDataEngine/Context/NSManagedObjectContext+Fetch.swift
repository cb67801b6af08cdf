/// Fetching: the stores' rows, with the context's unsaved changes on top.
extension NSManagedObjectContext {
  func fetchResults<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    let layout = layout(for: request)
    if request.resultType.contains(.dictionaryResultType) {
      return try results(fetchDictionaries(layout, request.plain), as: T.self)
    }
    if request.resultType.contains(.countResultType) {
      return try results([NSNumber(value: countResults(request))], as: T.self)
    }
    if request.resultType.contains(.managedObjectIDResultType) {
      return try results(fetchIDs(layout, request.plain), as: T.self)
    }
    let objects = try fetchObjects(layout, request.plain)
    try checkClass(T.self, of: layout, request)
    return unsafeBitCast(objects, to: [T].self)
  }

  /// `values` as an array of what the caller asked for. All of it are references, so the arrays are alike in memory.
  func results<T: NSFetchRequestResult, Element: AnyObject>(_ values: [Element], as type: T.Type) throws -> [T] {
    if (T.self as Any) is AnyClass, let first = values.first(where: { !($0 is T) }) {
      throw NSError.coreData(
        NSCoreDataError,
        reason:
          "The fetch gives a \(Swift.type(of: first)), and the request is for \(T.self). Check the result type of the request and the class that the model names."
      )
    }
    return unsafeBitCast(values, to: [T].self)
  }

  /// Whether all objects that a fetch can give are of the class asked for: told from the entities, not object by object.
  func checkClass<T>(_ type: T.Type, of layout: EntityLayout, _ request: NSFetchRequest<T>) throws {
    guard let wanted = (T.self as Any) as? NSManagedObject.Type, wanted != NSManagedObject.self else { return }
    let last = request.includesSubentities ? layout.lastDescendant : layout.index
    for entity in compiledModel.layouts[layout.index...last] where !entity.isAbstract {
      if !ObjectClass.isKind(entity.objectClass, of: wanted) {
        throw NSError.coreData(
          NSCoreDataError,
          reason:
            "The objects of '\(entity.name)' are of class \(entity.objectClass), and the request is for \(T.self). Check the class that the model names."
        )
      }
    }
  }

  func layout<T>(for request: NSFetchRequest<T>) -> EntityLayout {
    let model = compiledModel
    let layout: EntityLayout
    if let entity = request.entity {
      guard let found = model.layout(of: entity) else {
        fatalError("The entity '\(entity.name ?? "")' of a fetch request is not in the model of \(self).")
      }
      layout = found
    } else {
      guard let name = request.entityName else {
        fatalError("executeFetchRequest:error: A fetch request must have an entity.")
      }
      guard let found = model.layout(named: name) else {
        fatalError("NSFetchRequest could not locate an NSEntityDescription for entity name '\(name)'")
      }
      layout = found
      request.resolve(found.entity)
    }
    if let type = T.self as? NSManagedObject.Type { layout.adopt(type) }
    return layout
  }

  // MARK: Objects

  func fetchObjects(
    _ layout: EntityLayout, _ request: NSFetchRequest<NSManagedObject>
  ) throws -> [NSManagedObject] {
    processPendingChanges()
    let query = try RowQuery(layout, request)
    let overlay = request.includesPendingChanges ? PendingOverlay(query, in: self) : nil
    var objects: [NSManagedObject] = []
    if let overlay {
      objects = try overlay.merged(try storedObjects(overlay.storeQuery, request))
    } else {
      objects = try storedObjects(query, request)
    }
    if let paths = request.relationshipKeyPathsForPrefetching, !objects.isEmpty {
      for path in paths { try prefetch(path.split(separator: ".").map(String.init)[...], from: objects, layout) }
    }
    if request.shouldRefreshRefetchedObjects {
      for object in objects where !object.isFault { refreshObject(object, merging: true) }
    }
    if !request.returnsObjectsAsFaults { for object in objects { object.fireFault(trustsRow: true) } }
    return objects
  }

  /// The objects that the stores, or the parent, give for a query.
  func storedObjects(
    _ query: RowQuery, _ request: NSFetchRequest<NSManagedObject>
  ) throws -> [NSManagedObject] {
    if let parent { return try parent.objects(for: query, ofChild: self) }
    let stores = try stores(for: query.layout, request)
    if stores.count == 1 { return try objects(of: stores[0], query) }
    // Several stores: each gives as many as could be wanted, then they are put in order together, which takes all rows.
    var wide = query.fromTheStart
    wide.batchSize = 0
    var objects: [NSManagedObject] = []
    for store in stores { objects += try self.objects(of: store, wide) }
    if !query.sort.isEmpty { objects = ObjectSorting.sorted(objects, by: query.sort) }
    return query.window(of: objects)
  }

  /// The objects of one store, and what the store could not do by itself done to them.
  func objects(of store: NSPersistentStore, _ query: RowQuery) throws -> [NSManagedObject] {
    let reader = reader(of: store)
    // A store with code of its own may have made the objects; it holds them until they are among the results.
    defer { withExtendedLifetime(reader) {} }
    let split = try reader.split(query)
    if query.batchSize > 0, split.isWhole, reader.readsBatches { return try batchedObjects(reader, store, query) }
    var objects: [NSManagedObject] = []
    materialize(try reader.rows(split.stored), store: store.index, into: &objects)
    if split.isWhole { return objects }
    let readCount = objects.count
    if let rest = split.predicate?.prepared {
      let evaluator = PredicateEvaluator(nilRule: reader.filtersInSQL ? .sql : .memory)
      objects = try objects.filter { try evaluator.matches(rest, $0) }
    }
    if split.sorts { objects = ObjectSorting.sorted(objects, by: query.sort) }
    SQLDebugLog.current?.annotate(split, read: readCount, left: objects.count)
    return query.window(of: objects)
  }

  /// The stores that hold an entity, restricted to those that a request names.
  func stores(for layout: EntityLayout, _ request: NSPersistentStoreRequest) throws -> [NSPersistentStore] {
    guard let coordinator = rootCoordinator else { return [] }
    let all = coordinator.stores(for: layout)
    guard let wanted = request.affectedStores else { return all }
    return all.filter { store in wanted.contains { $0 === store } }
  }

  /// Whether the stores of an entity follow SQL's rule of nil.
  func filtersInSQL(_ layout: EntityLayout) -> Bool {
    rootCoordinator?.stores(for: layout).first?.objectStore.filtersInSQL ?? true
  }

  /// The objects of a fetched property, for one of its objects.
  func results(of property: NSFetchedPropertyDescription, for object: NSManagedObject) -> [NSManagedObject] {
    guard let template = property.fetchRequest else { return [] }
    let request = NSFetchRequest<NSManagedObject>()
    request.takeSettings(of: template)
    request.predicate = template.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": object, "FETCHED_PROPERTY": property,
    ])
    do {
      return try fetch(request)
    } catch {
      fatalError("The fetched property '\(property.name)' of \(object.currentID) cannot be read: \(error)")
    }
  }

  // MARK: Counting

  func countResults<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> Int {
    let layout = layout(for: request)
    processPendingChanges()
    let plain = request.plain
    var query = RowQuery(layout)
    query.includesSubentities = request.includesSubentities
    query.predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    if parent != nil || request.resultType.contains(.dictionaryResultType) {
      let list =
        request.resultType.contains(.dictionaryResultType)
        ? try fetchDictionaries(layout, plain).count : try fetchIDs(layout, plain).count
      return list
    }
    let overlay = request.includesPendingChanges ? PendingOverlay(query, in: self) : nil
    var total = 0
    for store in try stores(for: layout, request) {
      let wanted = overlay?.storeQuery ?? query
      let reader = reader(of: store)
      let isWhole = try reader.split(wanted).isWhole
      total += try isWhole ? reader.count(wanted) : objects(of: store, wanted).count
    }
    total += try overlay?.matchingObjects().count ?? 0
    total = max(0, total - request.fetchOffset)
    return request.fetchLimit == 0 ? total : min(total, request.fetchLimit)
  }
}
