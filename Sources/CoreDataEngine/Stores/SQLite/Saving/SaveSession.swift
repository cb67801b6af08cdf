import CoreDataSQLite

/// One save, inside its transaction: deletions, then updates, then insertions, so that a unique value may pass from one
/// object to another, and at last the relationships that have no column of their own.
final class SaveSession {
  let store: SQLiteStore
  let connection: Connection
  let changes: ChangeSet
  let files: ExternalDataFiles
  let binder: ValueBinder
  let history: HistoryRecorder?
  var conflicts: [RowConflict] = []
  /// Objects whose statement a unique index has refused.
  var refused: ContiguousArray<NSManagedObject> = []
  var schema: SQLSchema { store.schema }

  init(store: SQLiteStore, connection: Connection, changes: ChangeSet, files: ExternalDataFiles) throws {
    self.store = store
    self.connection = connection
    self.changes = changes
    self.files = files
    binder = ValueBinder(schema: store.schema, files: files, arena: store.writeQueries.arena)
    history = try store.historyRecorder(connection, author: changes.author, contextName: changes.contextName)
  }

  /// Writes everything. What is not `.saved` is for the caller to roll back.
  func run() throws -> SaveOutcome {
    try assignKeys()
    try checkLocked()
    try noteDeletions()
    try deleteRows()
    try updateRows()
    try insertRows()
    if !conflicts.isEmpty { return .conflicts(conflicts) }
    if !refused.isEmpty { return .constraintConflicts(try violations()) }
    try writeRelationships()
    try noteWrites()
    return .saved
  }

  /// Gives keys to new objects that have none: one look at `Z_PRIMARYKEY` for each hierarchy.
  private func assignKeys() throws {
    if changes.inserted.isEmpty { return }
    var needs = ContiguousArray(repeating: (count: 0, next: Int64(0)), count: store.model.rootCount)
    for object in changes.inserted where object.touch().permanentKey == 0 { needs[object.layout.rootIndex].count += 1 }
    let allocation = KeyAllocation(schema: schema, connection: connection)
    for object in changes.inserted {
      let values = object.touch()
      guard values.permanentKey == 0 else { continue }
      let root = object.layout.rootIndex
      if needs[root].next == 0 {
        needs[root].next = try allocation.take(needs[root].count, root: schema.root(of: object.layout)).lowerBound
      }
      values.permanentKey = needs[root].next
      needs[root].next += 1
    }
  }

  /// Rows that are not written must be as they were read all the same.
  private func checkLocked() throws {
    for object in changes.locked {
      guard let known = object.row?.version else { continue }
      let statement = try connection.prepare(
        "SELECT 1 FROM \(schema.entity(object.layout).table) WHERE Z_PK = ? AND Z_OPT = ?")
      statement.bind(object.key, at: 1)
      statement.bind(Int64(known), at: 2)
      if try !statement.step() { try noteConflict(object) }
      statement.reset()
    }
  }

  func noteConflict(_ object: NSManagedObject) throws {
    let current = try store.row(of: object.key, in: object.layout, on: connection)
    conflicts.append(RowConflict(object: object, current: current))
  }
}
