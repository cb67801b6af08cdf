extension RowQuery {
  /// What a request asks of a store; throws for a predicate that no store can use.
  init(_ layout: EntityLayout, _ request: NSFetchRequest<NSManagedObject>) throws {
    self.init(layout)
    includesSubentities = request.includesSubentities
    predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    sort = request.sortDescriptors ?? []
    limit = request.fetchLimit
    offset = request.fetchOffset
    includesValues = request.includesPropertyValues
    // Objects that are no faults have their rows at once.
    batchSize = includesValues && request.returnsObjectsAsFaults ? max(0, request.fetchBatchSize) : 0
  }
}
