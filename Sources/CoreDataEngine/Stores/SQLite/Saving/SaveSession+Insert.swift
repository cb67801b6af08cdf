import CoreDataSQLite

/// New rows.
extension SaveSession {
  private struct Insertion {
    let statement: Statement
    let plan: ColumnPlan
  }

  func insertRows() throws {
    var insertions: [Insertion?] = Array(repeating: nil, count: schema.entities.count)
    for object in changes.inserted {
      let index = object.layout.index
      guard let insertion = insertions[index] else {
        let query = store.writeQueries.insertion(of: object.layout)
        let new = Insertion(statement: try connection.prepare(query.sql), plan: query.plan)
        insertions[index] = new
        try insert(object, new)
        continue
      }
      try insert(object, insertion)
    }
  }

  @inline(__always)
  private func insert(_ object: NSManagedObject, _ insertion: Insertion) throws {
    let values = object.touch()
    let statement = insertion.statement
    binder.begin()
    statement.bind(values.permanentKey, at: 1)
    for step in insertion.plan.steps {
      switch step {
      case .attribute(let property, let parameter):
        try binder.bind(values.slots[property.slot], of: property, to: statement, at: parameter)
      case .composite(let property, let layout, let first):
        binder.bind(composite: values.slots[property.slot], layout, to: statement, from: first)
      case .toOne(let property, let key, let entity):
        binder.bind(destination: values.slots[property.slot], key: key, entity: entity, to: statement)
      }
    }
    if try !statement.runIfUnique() { refused.append(object) }
  }
}
