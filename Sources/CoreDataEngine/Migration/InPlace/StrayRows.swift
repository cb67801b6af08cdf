/// Rows of an older store that belong to no entity of its model, and that no newer table would have.
struct StrayRows {
  let schema: SQLSchema

  /// `name` is the name that the table has now.
  func check(_ table: SQLTable, named name: SQLIdentifier) -> MigrationCheck {
    let entities = schema.entities.compactMap { $0 }.filter { $0.table == table.identifier && !$0.layout.isAbstract }
    let (original, root) = (table.identifier.name, table.root.name)
    let sql =
      "SELECT Z_PK, ifnull(CAST(Z_ENT AS TEXT), 'NULL') FROM \(name) WHERE Z_ENT IS NULL OR Z_ENT NOT IN \(MigrationPlanner.list(entities.map(\.number))) ORDER BY Z_PK"
    return MigrationCheck(sql: sql) { statement in
      let found = try MigrationCheck.listed(statement)
      let list = zip(found.keys, found.values).map { "the row \($0) has \($1)" }.joined(separator: ", ")
      let more = found.count - found.keys.count
      return MigrationError.validation(
        "Cannot migrate store: rows belong to no entity of the store's model", entity: root, key: "table",
        property: original,
        detail:
          "\(found.count) rows of \(original) have a Z_ENT that is no entity's: \(list)\(more > 0 ? ", and \(more) more" : "").",
        info: ["rows": found.keys, "count": found.count])
    }
  }
}
