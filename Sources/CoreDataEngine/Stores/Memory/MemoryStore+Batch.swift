/// Batch requests: each works on a copy of the tables, which takes the place of the old ones when all went well.
extension MemoryStore {
  func insert(_ source: BatchRowSource, _ options: BatchOptions) throws -> BatchOutcome {
    try change { tables in
      var insertion = MemoryBatchInsertion(model, source, options, tables)
      let outcome = try insertion.run()
      tables = insertion.tables
      return outcome
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
        changed.append(writer.rewrite(old, layout, replacing: values))
        outcome.note(old.key, old.entityIndex, options)
      }
      for reference in changed {
        tables.rows[target.layout.rootIndex][reference.row.key] = reference
      }
      try requireUnique(assignments.map(\.property), target.layout, in: tables)
      return outcome
    }
  }

  func delete(_ target: BatchTarget, _ options: BatchOptions) throws -> BatchOutcome {
    try change { tables in
      let keys = try rows(target, in: tables).map {
        ObjectKey(entityIndex: $0.reference.row.entityIndex, key: $0.reference.row.key)
      }
      var deletion = MemoryBatchDeletion(model, tables)
      try deletion.run(keys)
      tables = deletion.tables
      return BatchOutcome(count: keys.count, keys: options.wantsKeys ? keys : [])
    }
  }

  private func change(_ body: (inout MemoryTables) throws -> BatchOutcome) throws -> BatchOutcome {
    try state.withLock { tables in
      var copy = tables
      let outcome = try body(&copy)
      tables = copy
      return outcome
    }
  }

  private func rows(_ target: BatchTarget, in tables: MemoryTables) throws -> [StoredRow] {
    switch target {
    case .query(let query): return try matches(query, in: tables)
    case .keys(let keys, let layout):
      let view = StoredRowSource(tables: tables, model: model)
      return keys.compactMap { key in tables.rows[layout.rootIndex][key.key].map { StoredRow($0, in: view) } }
    }
  }

  /// Throws when rows share values that must be unique, after some of these have been set.
  private func requireUnique(_ changed: [PropertyLayout], _ layout: EntityLayout, in tables: MemoryTables) throws {
    for constraint in MemoryUniqueness.constraints(of: layout)
    where constraint.properties.contains(where: { property in changed.contains { $0 === property } }) {
      var seen = Set<[AnyHashable]>()
      for reference in tables.rows[layout.rootIndex].values {
        guard let values = constraint.values(of: reference.row), !seen.insert(values).inserted else { continue }
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
