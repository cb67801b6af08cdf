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

    init(_ entity: SQLEntity, _ query: WriteQueries.Deletion, _ connection: Connection) throws {
      self.entity = entity
      statement = try connection.prepare(query.sql)
      unconditional = try connection.prepare(query.unconditionalSQL)
      links = try query.linkSQL.map { try connection.prepare($0) }
      externalColumns = query.externalColumns
    }
  }

  func deleteRows() throws {
    if changes.deleted.isEmpty { return }
    var deletions: [Deletion?] = Array(repeating: nil, count: schema.entities.count)
    for object in changes.deleted {
      let index = object.layout.index
      let deletion: Deletion
      if let known = deletions[index] {
        deletion = known
      } else {
        let query = store.writeQueries.deletion(of: object.layout)
        deletion = try Deletion(schema.entity(object.layout), query, connection)
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
