/// Fetching object IDs: the stores read keys alone, and no object is made for them.
extension NSManagedObjectContext {
  func fetchIDs(_ layout: EntityLayout, _ request: NSFetchRequest<NSManagedObject>) throws -> [NSManagedObjectID] {
    // A child's parent has objects, not keys.
    if parent != nil { return try fetchObjects(layout, request).map(\.currentID) }
    processPendingChanges()
    let query = try RowQuery(layout, request)
    guard request.includesPendingChanges, let overlay = PendingOverlay(query, in: self) else {
      return try storedIDs(query, request)
    }
    let changed = try overlay.matchingObjects()
    // Among sorted IDs a changed object has a place that only values tell.
    if !changed.isEmpty, !query.sort.isEmpty { return try fetchObjects(layout, request).map(\.currentID) }
    return query.window(of: try storedIDs(overlay.storeQuery, request) + changed.map(\.currentID))
  }

  private func storedIDs(
    _ query: RowQuery, _ request: NSFetchRequest<NSManagedObject>
  ) throws -> [NSManagedObjectID] {
    let stores = try stores(for: query.layout, request)
    if stores.count == 1 { return try ids(of: stores[0], query) }
    if !query.sort.isEmpty { return try storedObjects(query, request).map(\.currentID) }
    return query.window(of: try stores.flatMap { try ids(of: $0, query.fromTheStart) })
  }

  private func ids(of store: NSPersistentStore, _ query: RowQuery) throws -> [NSManagedObjectID] {
    let reader = reader(of: store)
    defer { withExtendedLifetime(reader) {} }
    guard try reader.split(query).isWhole else { return try objects(of: store, query).map(\.currentID) }
    let model = compiledModel
    return try reader.keys(query).map { key in
      NSManagedObjectID(
        key: key.key, layout: model.layouts[key.entityIndex], model: model, store: store.reference)
    }
  }
}
