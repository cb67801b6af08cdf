/// A uniqueness constraint of an entity, kept by a unique index.
struct UniqueConstraint {
  let entity: SQLEntity
  /// The names of the properties, in order.
  let properties: [String]
  let columns: [SQLIdentifier]

  var indexName: SQLIdentifier {
    SQLIdentifier("Z_\(entity.layout.name)_UNIQUE_\(properties.joined(separator: "_"))")
  }

  var definition: String {
    let list = columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
    return "CREATE UNIQUE INDEX \(indexName) ON \(entity.table) (\(list))"
  }
}

extension SQLSchema {
  /// The constraints that an entity declares itself.
  func uniqueConstraints(of entity: SQLEntity) -> [UniqueConstraint] {
    entity.layout.entity.constraintNames.compactMap { names in
      let columns = names.compactMap { column(named: $0, of: entity) }
      guard !names.isEmpty, columns.count == names.count else { return nil }
      return UniqueConstraint(entity: entity, properties: names, columns: columns)
    }
  }
}
