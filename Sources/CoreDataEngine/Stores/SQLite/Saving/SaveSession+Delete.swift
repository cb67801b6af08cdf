import CoreDataSQLite

/// Rows that go, with what points at them from tables of relationships.
extension SaveSession {
  private struct Deletion {
    let entity: SQLEntity
    let statement: Statement
    let unconditional: Statement
    /// Clears what a relationship without a column of its own has of the object; the key is the first parameter.
    let links: [Statement]
    let externalColumns: [String]

    init(_ entity: SQLEntity, _ schema: SQLSchema, _ connection: Connection) throws {
      self.entity = entity
      statement = try connection.prepare("DELETE FROM \(entity.table) WHERE Z_PK = ? AND Z_OPT = ?")
      unconditional = try connection.prepare("DELETE FROM \(entity.table) WHERE Z_PK = ?")
      links = try Deletion.linkStatements(entity, schema).map { try connection.prepare($0) }
      externalColumns = ColumnPlan(entity, entity.layout.properties, first: 1).externalColumns
    }

    private static func linkStatements(_ entity: SQLEntity, _ schema: SQLSchema) -> Set<String> {
      var statements = Set<String>()
      for property in entity.layout.properties {
        switch entity.placements[property.slot] {
        case .manyToMany(let join):
          statements.insert("DELETE FROM \(join.table) WHERE \(join.owner) = ?")
          if property.inverse === property {
            statements.insert("DELETE FROM \(join.table) WHERE \(join.destination) = ?")
          }
        case .inverseless(let column):
          let table = schema.entity(property.destination).table
          statements.insert("UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?")
        case .none, .attribute, .toOne, .oneToMany: continue
        }
      }
      return statements
    }
  }

  func deleteRows() throws {
    var deletions: [Deletion?] = Array(repeating: nil, count: schema.entities.count)
    for object in changes.deleted {
      let index = object.layout.index
      let deletion: Deletion
      if let known = deletions[index] {
        deletion = known
      } else {
        deletion = try Deletion(schema.entity(object.layout), schema, connection)
        deletions[index] = deletion
      }
      try noteOldFiles(of: object, deletion.externalColumns, deletion.entity)
      try delete(object, deletion)
    }
  }

  private func delete(_ object: NSManagedObject, _ deletion: Deletion) throws {
    if let version = object.row?.version {
      deletion.statement.bind(object.key, at: 1)
      deletion.statement.bind(Int64(version), at: 2)
      try deletion.statement.run()
      if connection.changes == 0 {
        try noteConflict(object)
        return
      }
    } else {
      // A fault that was never read: whatever its row is now, it goes.
      deletion.unconditional.bind(object.key, at: 1)
      try deletion.unconditional.run()
    }
    for link in deletion.links {
      link.bind(object.key, at: 1)
      try link.run()
    }
  }
}
