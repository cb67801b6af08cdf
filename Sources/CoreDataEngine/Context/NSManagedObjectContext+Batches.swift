/// Fetches that read keys first, and rows batch by batch as they are needed.
extension NSManagedObjectContext {
  /// Fetches objects that are read batch by batch, as many at a time as `fetchBatchSize` says, or 1,000 when it is 0.
  ///
  /// The keys are read at once, by one statement, and the rows of each batch by one or two. Objects of stores that are
  /// not SQLite stores, of several stores, and those of a context that has unsaved changes of the entity or a parent, are
  /// fetched all at once. Throws what `fetch(_:)` throws.
  ///
  /// An extra beside Apple's API: see `BatchedFetchResults`.
  public func fetchBatches<T: NSManagedObject>(_ request: NSFetchRequest<T>) throws -> BatchedFetchResults<T> {
    let layout = layout(for: request)
    try checkClass(T.self, of: layout, request)
    let plain = request.plain
    if plain.fetchBatchSize <= 0 { plain.fetchBatchSize = 1_000 }
    processPendingChanges()
    let query = try RowQuery(layout, plain)
    let hasOverlay = plain.includesPendingChanges && PendingOverlay(query, in: self) != nil
    let stores = parent == nil ? try stores(for: layout, plain) : []
    guard query.batchSize > 0, !hasOverlay, stores.count == 1 else {
      return BatchedFetchResults(BatchSource(self, layout, objects: try fetchObjects(layout, plain)))
    }
    let reader = reader(of: stores[0])
    guard reader.readsBatches, try reader.split(query).isWhole else {
      return BatchedFetchResults(BatchSource(self, layout, objects: try fetchObjects(layout, plain)))
    }
    let keys = try reader.keys(query)
    return BatchedFetchResults(BatchSource(self, layout, keys, store: stores[0].index, size: query.batchSize))
  }

  /// The objects of a fetch, as faults. When one is fired, the rows of its whole batch are read.
  func batchedObjects(
    _ reader: any ObjectStore, _ store: NSPersistentStore, _ query: RowQuery
  ) throws -> [NSManagedObject] {
    let keys = try reader.keys(query)
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(keys.count)
    for start in stride(from: 0, to: keys.count, by: query.batchSize) {
      let batch = keys[start..<min(keys.count, start + query.batchSize)]
      materialize([RowPage.batch(of: batch)], store: store.index, into: &objects)
    }
    return objects
  }

  /// Reads the rows of the batch that has `object`, for all of its objects that are still faults. nil when the row of
  /// `object` is gone.
  func readBatch(_ page: RowPage, for object: NSManagedObject, _ store: any ObjectStore) throws -> RowReference? {
    var known: ContiguousArray<NSManagedObject?> = []
    registry.objects(of: page, store: object.storeIndex, into: &known)
    let waiting = known.compactMap { $0 }.filter { $0.page === page && $0.rowBase == nil }
    // Each is read with its batch once: a row that is not there now is asked for by itself.
    for object in waiting { object.page = nil }
    var objects: [NSManagedObject] = []
    let pages = try store.rows(of: waiting.map(\.key).sorted(), in: object.layout)
    materialize(pages, store: object.storeIndex, into: &objects)
    guard let rowPage = object.page, let rowBase = object.rowBase else { return nil }
    return RowReference(page: rowPage, offset: rowBase - UnsafeRawPointer(rowPage.memory))
  }
}

extension RowPage {
  /// The keys of a batch.
  static func batch(of keys: some Collection<ObjectKey>) -> RowPage {
    var writer = RowWriter(firstCapacity: keys.count * Row.headerSize)
    for key in keys {
      writer.begin(key: key.key, version: 0, entityIndex: key.entityIndex, cellCount: 0, hasValues: false)
      writer.end()
    }
    let page = writer.pages[0]
    page.becomeBatch()
    return page
  }
}
