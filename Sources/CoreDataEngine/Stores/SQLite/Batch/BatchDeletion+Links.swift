import CoreDataSQLite

/// What points at deleted rows.
extension BatchDeletion {
  /// Rows that stay, whose to-many relationship must not become empty.
  struct MandatoryCollection {
    let inverse: PropertyLayout
    let kind: String
    let owners: [Int64]
  }

  /// Noted before anything is deleted, since afterwards nothing tells whose members are gone.
  func mandatoryCollections(
    _ groups: [(layout: EntityLayout, keys: [Int64])]
  ) throws -> [MandatoryCollection] {
    var found: [MandatoryCollection] = []
    for (layout, keys) in groups {
      for property in layout.properties where property.deleteRule == .nullifyDeleteRule {
        guard let inverse = property.inverse, inverse.isToMany, !inverse.isOptional else { continue }
        let owners = Set(try destinations(of: property, keys).filter { !closure.contains($0) }.map(\.key))
        if owners.isEmpty { continue }
        found.append(
          MandatoryCollection(
            inverse: inverse, kind: property.isToMany ? "mandatory MTM" : "manadatory OTM", owners: Array(owners)))
      }
    }
    return found
  }

  func check(_ collections: [MandatoryCollection]) throws {
    for collection in collections {
      guard let query = DestinationQuery(collection.inverse, schema) else { continue }
      var left = Set<Int64>()
      try KeyChunks.forEach(collection.owners) { count, part in
        let statement = try connection.prepare(query.sql(selecting: query.owner, owners: count))
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() { left.insert(statement.integer(0)) }
      }
      if left.count < collection.owners.count { throw BatchError.mandatory(collection.inverse, collection.kind) }
    }
  }

  /// Clears what other tables hold of the deleted rows.
  func clearLinks(_ layout: EntityLayout, _ keys: [Int64]) throws {
    for property in layout.properties where property.isRelationship {
      switch schema.entity(layout).placements[property.slot] {
      case .manyToMany(let join):
        try forEachPart(keys, "DELETE FROM \(join.table) WHERE \(join.owner)")
        if property.inverse === property {
          try forEachPart(keys, "DELETE FROM \(join.table) WHERE \(join.destination)")
        }
      case .inverseless(let column):
        let table = schema.entity(property.destination).table
        try forEachPart(keys, "UPDATE \(table) SET \(column) = NULL, Z_OPT = Z_OPT + 1 WHERE \(column)")
      case .oneToMany(let columns): try nullify(columns, of: property, keys)
      case .toOne:
        // The other side of a one-to-one relationship has a column of its own.
        if let inverse = property.inverse, inverse.isToOne, case .toOne(let columns) = schema.placement(of: inverse) {
          try nullify(columns, of: property, keys)
        }
      case .none, .attribute, .composite: continue
      }
    }
  }

  private func forEachPart(_ keys: [Int64], _ sql: String) throws {
    try KeyChunks.forEach(keys) { count, part in
      let statement = try connection.prepare("\(sql) IN (\(EntityQueries.parameters(count)))")
      KeyChunks.bind(part, count: count, to: statement)
      try statement.run()
    }
  }

  /// Clears the foreign keys of rows that stay.
  private func nullify(_ columns: SQLPlacement.ToOne, of property: PropertyLayout, _ keys: [Int64]) throws {
    guard property.deleteRule != .noActionDeleteRule, let inverse = property.inverse else { return }
    let table = schema.entity(inverse.owner).table
    var survivors: [ObjectKey] = []
    if !inverse.isOptional || history != nil {
      try KeyChunks.forEach(keys) { count, part in
        let statement = try connection.prepare(
          "SELECT Z_ENT, Z_PK FROM \(table) WHERE \(columns.column) IN (\(EntityQueries.parameters(count)))")
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() {
          guard let index = schema.entityIndex(ofNumber: Int(statement.integer(0))) else { continue }
          survivors.append(ObjectKey(entityIndex: index, key: statement.integer(1)))
        }
      }
      if survivors.isEmpty { return }
      if !inverse.isOptional { throw BatchError.mandatory(inverse, "mandatory OTO") }
    }
    let sets = [columns.column, columns.entity, columns.order].compactMap { $0 }.map { "\($0) = NULL, " }.joined()
    try forEachPart(keys, "UPDATE \(table) SET \(sets)Z_OPT = Z_OPT + 1 WHERE \(columns.column)")
    for key in survivors {
      try history?.note(.update, schema.entity(store.model.layouts[key.entityIndex]), key.key, changed: [inverse])
    }
  }
}
