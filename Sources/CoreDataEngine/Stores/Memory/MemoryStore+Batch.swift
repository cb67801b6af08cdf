/// Batch requests: past all objects, but through the file where the store has one.
extension MemoryStore {
  func insert(_ source: BatchRowSource, _ options: BatchOptions) throws -> BatchOutcome {
    // Before the lock is taken: a handler may well read the store.
    var rows: [ContiguousArray<Value>] = []
    while try source.next() { rows.append(ContiguousArray(source.values.prefix(source.properties.count))) }
    return try change { tables in
      var insertion = MemoryBatchInsertion(model, source, rows: rows, options, keys: keys)
      return try insertion.run(on: &tables)
    }
  }

  func update(_ target: BatchTarget, _ assignments: [BatchAssignment], _ options: BatchOptions) throws -> BatchOutcome {
    try change { tables in
      var outcome = BatchOutcome()
      var writer = RowWriter()
      var changed: [RowReference] = []
      let evaluator = PredicateEvaluator(nilRule: .memory)
      for row in try rows(target, in: tables) {
        let old = row.reference.row
        let layout = model.layouts[old.entityIndex]
        let values = try assignments.map { ($0.property, try $0.value(for: row, evaluator)) }
        changed.append(try writer.rewrite(old, layout, replacing: values))
        outcome.note(old.key, old.entityIndex, options)
      }
      for reference in changed { tables.put(reference, root: target.layout.rootIndex) }
      try requireUnique(changed, target.layout, in: tables)
      return outcome
    }
  }

  func delete(_ target: BatchTarget, _ options: BatchOptions) throws -> BatchOutcome {
    try change { tables in
      let keys = try rows(target, in: tables).map {
        ObjectKey(entityIndex: $0.reference.row.entityIndex, key: $0.reference.row.key)
      }
      var deletion = MemoryBatchDeletion(model)
      try deletion.run(keys, on: &tables)
      return BatchOutcome(count: keys.count, keys: options.wantsKeys ? keys : [])
    }
  }

  private func rows(_ target: BatchTarget, in tables: MemoryTables) throws -> [StoredRow] {
    switch target {
    case .query(let query): return try matches(query, in: tables)
    case .keys(let keys, let layout):
      let view = StoredRowSource(tables: tables, model: model)
      return keys.compactMap { key in tables.row(key.key, root: layout.rootIndex).map { StoredRow($0, in: view) } }
    }
  }

  /// Throws when changed rows share values that must be unique.
  private func requireUnique(_ changed: [RowReference], _ layout: EntityLayout, in tables: MemoryTables) throws {
    for index in tables.constraints where index.layout.rootIndex == layout.rootIndex {
      for reference in changed where index.covers(reference.row.entityIndex) {
        guard let values = index.values(of: reference.row), index.rows(sharing: values).count > 1 else { continue }
        throw NSError.coreData(
          NSManagedObjectConstraintMergeError,
          reason:
            "The batch update of '\(layout.name)' would give several rows values that must be unique; nothing was written.",
          userInfo: [NSPersistentStoreSaveConflictsErrorKey: [Any]()])
      }
    }
  }
}

extension BatchAssignment {
  /// The new value for a row.
  fileprivate func value(for row: StoredRow, _ evaluator: PredicateEvaluator) throws -> Value {
    guard case .expression(let expression) = source else {
      guard case .value(let value) = source else { return .null }
      return value
    }
    guard let kind = property.attributeKind, let attribute = property.attribute else { return .null }
    let result: Any?
    do {
      result = try evaluator.value(of: expression, row)
    } catch {
      throw NSError.coreData(NSPersistentStoreInvalidTypeError, reason: "\(error)", underlying: error)
    }
    guard case .success(var value) = Value.coerced(result, to: kind, of: attribute) else {
      throw BatchError.invalid(NSManagedObjectValidationError, property, result)
    }
    // As SQL does, a whole number is what is left of one with a fraction.
    if case .object(let number as NSNumber) = value, let whole = Int64(exactly: number.doubleValue.rounded(.towardZero))
    {
      value = .integer(whole)
    }
    if !value.isNull, let code = kind.problem(of: value) { throw BatchError.invalid(code, property, result) }
    return value
  }
}
