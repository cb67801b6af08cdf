/// Batch requests: the stores change, the objects of the context do not.
extension NSManagedObjectContext {
  func execute(insertion request: NSBatchInsertRequest) throws -> NSPersistentStoreResult {
    let layout = try batchLayout(request.entity, request.entityName)
    guard !layout.isAbstract else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError, reason: "The entity '\(layout.name)' is abstract; it has no rows.")
    }
    guard let source = BatchRowSource(request, layout, compiledModel) else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError, reason: "The batch insert into '\(layout.name)' has no rows and no handler.")
    }
    let options = batchOptions(wantsKeys: request.resultType == .objectIDs)
    let (store, outcome) = try writing {
      let store = try writableStores(for: layout, request)[0]
      return (store, try store.objectStore.insert(source, options))
    }
    switch request.resultType {
    case .statusOnly: return NSBatchInsertResult(true, .statusOnly)
    case .count: return NSBatchInsertResult(outcome.count, .count)
    case .objectIDs: return NSBatchInsertResult(ids(outcome.keys, store), .objectIDs)
    }
  }

  func execute(update request: NSBatchUpdateRequest) throws -> NSPersistentStoreResult {
    let layout = try batchLayout(request.describedEntity, request.entityName)
    request.resolve(layout.entity)
    let assignments = try BatchAssignment.assignments(of: request, layout)
    var query = RowQuery(layout)
    query.includesSubentities = request.includesSubentities
    query.predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    let wantsIDs = request.resultType == .updatedObjectIDsResultType
    let options = batchOptions(wantsKeys: wantsIDs)
    var count = 0
    var found: [NSManagedObjectID] = []
    try writing {
      for store in try writableStores(for: layout, request) {
        if assignments.isEmpty { break }
        let outcome = try store.objectStore.update(try target(query, in: store), assignments, options)
        count += outcome.count
        found += ids(outcome.keys, store)
      }
    }
    switch request.resultType {
    case .statusOnlyResultType: return NSBatchUpdateResult(true, .statusOnlyResultType)
    case .updatedObjectsCountResultType: return NSBatchUpdateResult(count, .updatedObjectsCountResultType)
    case .updatedObjectIDsResultType: return NSBatchUpdateResult(found, .updatedObjectIDsResultType)
    }
  }

  func execute(deletion request: NSBatchDeleteRequest) throws -> NSPersistentStoreResult {
    let options = batchOptions(wantsKeys: request.resultType == .resultTypeObjectIDs)
    var count = 0
    var found: [NSManagedObjectID] = []
    try writing {
      for (store, target) in try deletionTargets(request) {
        let outcome = try store.objectStore.delete(target, options)
        count += outcome.count
        found += ids(outcome.keys, store)
      }
    }
    switch request.resultType {
    case .resultTypeStatusOnly: return NSBatchDeleteResult(true, .resultTypeStatusOnly)
    case .resultTypeCount: return NSBatchDeleteResult(count, .resultTypeCount)
    case .resultTypeObjectIDs: return NSBatchDeleteResult(found, .resultTypeObjectIDs)
    }
  }

  private func deletionTargets(_ request: NSBatchDeleteRequest) throws -> [(NSPersistentStore, BatchTarget)] {
    if let ids = request.ids {
      guard let first = ids.first else { return [] }
      guard ids.allSatisfy({ $0.layout.rootIndex == first.layout.rootIndex && !$0.isTemporaryID }) else {
        throw NSError.coreData(
          NSPersistentStoreInvalidTypeError,
          reason: "The IDs of a batch delete have to be permanent ones, and of objects of one entity.")
      }
      let layout = try batchLayout(first.entity, first.entity.name ?? "")
      return try writableStores(for: layout, request).map { store in
        let keys = ids.filter { $0.persistentStore === store }.map {
          ObjectKey(entityIndex: $0.layout.index, key: $0.key)
        }
        return (store, .keys(keys, layout))
      }
    }
    let fetch = request.fetchRequest
    let layout = try batchLayout(fetch.entity, fetch.entityName ?? "")
    var query = RowQuery(layout)
    query.includesSubentities = fetch.includesSubentities
    query.predicate = try fetch.predicate.map { try StoredPredicate.tree($0) }
    query.limit = fetch.fetchLimit
    query.offset = fetch.fetchOffset
    query.sort = query.limit + query.offset > 0 ? fetch.sortDescriptors ?? [] : []
    return try writableStores(for: layout, request).map { ($0, try target(query, in: $0)) }
  }

  // MARK: Parts

  private func writing<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let coordinator = rootCoordinator else { return try body() }
    return try coordinator.writing(body)
  }

  private func batchLayout(_ entity: NSEntityDescription?, _ name: String) throws -> EntityLayout {
    let found = entity.map { compiledModel.layout(of: $0) } ?? compiledModel.layout(named: name)
    guard let found else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError, reason: "The model has no entity named '\(name)' for a batch request.")
    }
    return found
  }

  private func batchOptions(wantsKeys: Bool) -> BatchOptions {
    BatchOptions(
      policy: (mergePolicy as? NSMergePolicy)?.mergeType ?? .errorMergePolicyType, wantsKeys: wantsKeys,
      contextName: name, author: transactionAuthor)
  }

  /// The stores that a request may write to; at least one.
  private func writableStores(
    for layout: EntityLayout, _ request: NSPersistentStoreRequest
  ) throws -> [NSPersistentStore] {
    let all = try stores(for: layout, request)
    guard let first = all.first else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, reason: "No store of the coordinator holds the entity '\(layout.name)'.")
    }
    let writable = all.filter { !$0.isReadOnly }
    if writable.isEmpty { throw StoreLocation.readOnly(first) }
    return writable
  }

  /// The rows of a query; by key where the store cannot say the predicate as a whole.
  private func target(_ query: RowQuery, in store: NSPersistentStore) throws -> BatchTarget {
    if try store.objectStore.split(query).isWhole { return .query(query) }
    let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    reader.persistentStoreCoordinator = rootCoordinator
    let keys = try reader.performAndWait {
      try reader.objects(of: store, query).map { ObjectKey(entityIndex: $0.layout.index, key: $0.key) }
    }
    return .keys(keys, query.layout)
  }

  private func ids(_ keys: [ObjectKey], _ store: NSPersistentStore) -> [NSManagedObjectID] {
    let model = compiledModel
    return keys.map {
      NSManagedObjectID(key: $0.key, layout: model.layouts[$0.entityIndex], model: model, store: store.reference)
    }
  }
}

extension BatchAssignment {
  /// What a request sets, checked; in the order of the attributes.
  static func assignments(of request: NSBatchUpdateRequest, _ layout: EntityLayout) throws -> [BatchAssignment] {
    var found: [BatchAssignment] = []
    for (key, value) in request.propertiesToUpdate ?? [:] {
      let name = (key.base as? NSPropertyDescription)?.name ?? key.base as? String ?? "\(key.base)"
      guard let property = layout.property(named: name), property.isBatchSettable, let kind = property.attributeKind,
        let attribute = property.attribute
      else { throw BatchError.unknownKey(name, layout, "batch update") }
      found.append(BatchAssignment(property: property, source: try source(of: value, property, kind, attribute)))
    }
    return found.sorted { $0.property.slot < $1.property.slot }
  }

  private static func source(
    of value: Any, _ property: PropertyLayout, _ kind: AttributeKind, _ attribute: NSAttributeDescription
  ) throws -> Source {
    var constant: Any? = value
    if let expression = value as? NSExpression {
      guard case .constant(let plain) = expression.tree else { return .expression(expression.tree) }
      constant = plain
    }
    switch Value.coerced(constant, to: kind, of: attribute) {
    case .failure(let failure):
      throw BatchError.invalid(
        NSManagedObjectValidationError, property, constant,
        reason:
          "Invalid value for property \"\(property.name)\" passed to propertiesToUpdate: \(failure.text).")
    case .success(let coerced):
      if !coerced.isNull, let code = kind.problem(of: coerced) { throw BatchError.invalid(code, property, constant) }
      return .value(coerced)
    }
  }
}
