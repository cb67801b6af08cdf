import CoreDataSQLite

/// Which constraint has refused an object, and for whose sake.
extension SaveSession {
  func violations() throws -> [ConstraintViolation] {
    var saved: [ObjectKey: NSManagedObject] = [:]
    for object in changes.inserted + changes.updated {
      saved[ObjectKey(entityIndex: object.layout.rootIndex, key: object.savedKey)] = object
    }
    var violations: [ConstraintViolation] = []
    for object in refused {
      for constraint in schema.inheritedConstraints(of: object.layout) {
        guard let owner = try owner(of: object, constraint) else { continue }
        let other = saved[ObjectKey(entityIndex: object.layout.rootIndex, key: owner.row.key)]
        violations.append(
          ConstraintViolation(
            object: object, constraint: constraint.properties, existing: other == nil ? owner : nil, other: other))
      }
    }
    if violations.isEmpty, let object = refused.first {
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError,
        reason: "A unique index of the store, which is none of the model's constraints, refuses \(object.layout.name).",
        userInfo: [NSAffectedObjectsErrorKey: Array(refused)])
    }
    return violations
  }

  /// The row, as it now is in the transaction, that has the object's values; nil for none.
  private func owner(of object: NSManagedObject, _ constraint: UniqueConstraint) throws -> RowReference? {
    let entity = schema.entity(object.layout)
    let conditions = constraint.columns.map { "\($0) = ?" }.joined(separator: " AND ")
    let statement = try connection.prepare(
      "SELECT Z_PK FROM \(entity.table) WHERE \(conditions) AND Z_PK <> ? LIMIT 1")
    defer { statement.reset() }
    binder.begin()
    for (index, name) in constraint.properties.enumerated() {
      if let element = object.layout.compositeElement(at: name) {
        binder.bind(leaf: object.leafValue(element), to: statement, at: Int32(index + 1))
        continue
      }
      guard let property = object.layout.property(named: name) else { return nil }
      let value = object.touched?.slots[property.slot] ?? .unset
      if property.isToOne {
        bindDestination(of: object, property, value, to: statement, at: Int32(index + 1))
      } else {
        let present = value.isUnset ? object.committedValue(property) : value
        try binder.bind(present, of: property, to: statement, at: Int32(index + 1))
      }
    }
    statement.bind(object.savedKey, at: Int32(constraint.columns.count + 1))
    guard try statement.step() else { return nil }
    return try store.row(of: statement.integer(0), in: schema.root(of: object.layout), on: connection)
  }

  private func bindDestination(
    of object: NSManagedObject, _ property: PropertyLayout, _ value: Value, to statement: Statement, at index: Int32
  ) {
    if value.isUnset, let key = object.row?.destination(of: property)?.key {
      statement.bind(key, at: index)
    } else {
      binder.bind(destination: value, key: index, entity: nil, to: statement)
    }
  }
}
