import CoreDataSQLite

/// Changed rows: a statement names the columns that differ, no others.
extension SaveSession {
  private struct Update {
    let statement: Statement
    let plan: ColumnPlan
    let entity: SQLEntity
  }

  func updateRows() throws {
    var updates: [WriteQueries.Shape: Update] = [:]
    var postponed: [(NSManagedObject, Update)] = []
    for object in changes.updated {
      guard let slots = differingSlots(of: object) else { continue }
      let shape = WriteQueries.Shape(entity: object.layout.index, slots: slots)
      let update: Update
      if let known = updates[shape] {
        update = known
      } else {
        let query = store.writeQueries.update(of: object.layout, slots: slots)
        update = Update(
          statement: try connection.prepare(query.sql), plan: query.plan, entity: schema.entity(object.layout))
        updates[shape] = update
      }
      try noteOldFiles(of: object, update.plan.externalColumns, update.entity)
      if try !run(update, object) { postponed.append((object, update)) }
    }
    if !postponed.isEmpty { try retry(postponed) }
  }

  /// The slots of columns to write; nil for none.
  private func differingSlots(of object: NSManagedObject) -> SlotSet? {
    guard let touched = object.touched else { return nil }
    var slots = SlotSet.empty
    touched.changed.forEach { slot in
      let property = object.layout.properties[slot]
      if property.isStored, object.differsFromCommitted(property) { slots.insert(slot) }
    }
    return slots.isEmpty ? nil : slots
  }

  /// Writes one object; false when a unique index refuses it.
  private func run(_ update: Update, _ object: NSManagedObject) throws -> Bool {
    guard let values = object.touched else { return true }
    let statement = update.statement
    let version = object.row?.version ?? 0
    binder.begin()
    for step in update.plan.steps {
      switch step {
      case .attribute(let property, let parameter):
        try binder.bind(values.slots[property.slot], of: property, to: statement, at: parameter)
      case .composite(let property, let layout, let first):
        binder.bind(composite: values.slots[property.slot], layout, to: statement, from: first)
      case .toOne(let property, let key, let entity):
        binder.bind(destination: values.slots[property.slot], key: key, entity: entity, to: statement)
      }
    }
    let next = update.plan.parameterCount + 1
    statement.bind(Int64(version &+ 1), at: next)
    statement.bind(object.key, at: next + 1)
    statement.bind(Int64(version), at: next + 2)
    guard try statement.runIfUnique() else { return false }
    if connection.changes == 0 { try noteConflict(object) }
    return true
  }

  /// Objects may hand unique values to each other in a circle: all let go of theirs before each takes its new one.
  private func retry(_ postponed: [(NSManagedObject, Update)]) throws {
    for (object, update) in postponed {
      let columns = update.plan.columns.map { "\($0) = NULL" }.joined(separator: ", ")
      let clear = try connection.prepare("UPDATE \(update.entity.table) SET \(columns) WHERE Z_PK = ? AND Z_OPT = ?")
      clear.bind(object.key, at: 1)
      clear.bind(Int64(object.row?.version ?? 0), at: 2)
      try clear.run()
    }
    for (object, update) in postponed where try !run(update, object) { refused.append(object) }
  }

  /// Files of values that are being replaced go after the commit.
  func noteOldFiles(of object: NSManagedObject, _ columns: [String], _ entity: SQLEntity) throws {
    if columns.isEmpty { return }
    let statement = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM \(entity.table) WHERE Z_PK = ?")
    statement.bind(object.key, at: 1)
    defer { statement.reset() }
    guard try statement.step() else { return }
    for column in 0..<Int32(columns.count) {
      // A reference is short; long values need no look.
      if let bytes = statement.blob(column), bytes.count == 38 { files.replace(Data(bytes)) }
    }
  }
}
