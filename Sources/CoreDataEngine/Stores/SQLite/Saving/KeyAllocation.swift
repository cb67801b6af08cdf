import CoreDataSQLite

/// New keys of a hierarchy, counted in the root's row of `Z_PRIMARYKEY`.
struct KeyAllocation {
  let schema: SQLSchema
  let connection: Connection

  /// Takes `count` keys, in the transaction of the caller.
  func take(_ count: Int, root: EntityLayout) throws -> ClosedRange<Int64> {
    let last = try lastKey(of: root)
    let (newLast, overflow) = last.addingReportingOverflow(Int64(count))
    guard !overflow else { throw exhausted(root) }
    try setLastKey(newLast, root: root)
    return (last + 1)...newLast
  }

  func setLastKey(_ last: Int64, root: EntityLayout) throws {
    let update = try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
    update.bind(last, at: 1)
    update.bind(schema.entity(root).number, at: 2)
    try update.run()
    guard connection.changes == 1 else {
      throw NSError.coreData(
        NSPersistentStoreSaveError, reason: "The store has no row for '\(root.name)' in Z_PRIMARYKEY.",
        userInfo: ["entity": root.name])
    }
  }

  func exhausted(_ root: EntityLayout) -> NSError {
    NSError.coreData(NSPersistentStoreSaveError, reason: "The keys of '\(root.name)' are used up.")
  }

  /// The highest key handed out. Rows that another program has put in count too.
  func lastKey(of root: EntityLayout) throws -> Int64 {
    let entity = schema.entity(root)
    let statement = try connection.prepare(entity.lastKeySQL)
    statement.bind(entity.number, at: 1)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }
}
