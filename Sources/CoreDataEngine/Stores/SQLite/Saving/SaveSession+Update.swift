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
    // Mostly the next object has changed as the one before.
    var last: (shape: WriteQueries.Shape, update: Update)?
    var postponed: [(NSManagedObject, Update)] = []
    for object in changes.updated {
      let slots = differingSlots(of: object)
      if slots.isEmpty {
        changes.receipt.unwritten.insert(ObjectIdentifier(object))
        continue
      }
      let shape = WriteQueries.Shape(entity: object.layout.index, slots: slots)
      let update: Update
      if let last, last.shape == shape {
        update = last.update
      } else {
        update = try updates[shape] ?? self.update(shape, of: object.layout)
        updates[shape] = update
        last = (shape, update)
      }
      try noteOldFiles(of: object, update.plan.externalColumns, update.entity)
      if try !run(update, object) { postponed.append((object, update)) }
    }
    if !postponed.isEmpty { try retry(postponed) }
  }

  private func update(_ shape: WriteQueries.Shape, of layout: EntityLayout) throws -> Update {
    let query = store.writeQueries.update(of: layout, slots: shape.slots)
    return Update(statement: try connection.prepare(query.sql), plan: query.plan, entity: schema.entity(layout))
  }

  /// The slots of columns to write.
  private func differingSlots(of object: NSManagedObject) -> SlotSet {
    var slots = SlotSet.empty
    guard let touched = object.touched else { return slots }
    let places = object.layout.places
    touched.changed.forEach { slot in
      if places[slot].cell >= 0, object.differsFromCommitted(slot: slot, touched) { slots.insert(slot) }
    }
    return slots
  }

  /// Writes one object; false when a unique index refuses it.
  private func run(_ update: Update, _ object: NSManagedObject) throws -> Bool {
    guard let values = object.touched else { return true }
    let statement = update.statement
    let version = object.row?.version ?? 0
    binder.begin()
    try binder.bind(values, update.plan, of: object.layout, to: statement)
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
