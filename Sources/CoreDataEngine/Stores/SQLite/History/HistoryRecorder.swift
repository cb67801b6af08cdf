import CoreDataSQLite

/// Writes one transaction of the history, inside the transaction that it tells of. Without a change nothing is written.
final class HistoryRecorder {
  private let connection: Connection
  private let schema: SQLSchema
  private let tables: HistoryTables
  private let author: String?
  private let contextName: String?
  private var number: Int64 = 0
  private var lastChange: Int64 = 0
  private var changeStatement: Statement?
  /// The bit vector of the properties asked for last: mostly it serves for many rows.
  private var known: (slots: [Int], entity: Int, bytes: [UInt8]) = ([], -1, [])

  init(_ connection: Connection, _ schema: SQLSchema, _ tables: HistoryTables, author: String?, contextName: String?) {
    self.connection = connection
    self.schema = schema
    self.tables = tables
    self.author = author
    self.contextName = contextName
  }

  /// Notes a change; `changed` are the properties of an update.
  func note(
    _ type: NSPersistentHistoryChangeType, _ entity: SQLEntity, _ key: Int64, changed: [PropertyLayout] = []
  ) throws {
    let statement = try begunStatement()
    lastChange += 1
    statement.bind(lastChange, at: 1)
    statement.bind(type.rawValue, at: 3)
    statement.bind(entity.number, at: 4)
    statement.bind(key, at: 5)
    if type == .update {
      statement.bind(HistoryTables.ownColumns, at: 2)
      let slots = changed.map(\.slot)
      if known.entity != entity.layout.index || known.slots != slots {
        known = (slots, entity.layout.index, ChangedColumns.bytes(changed, of: entity.layout))
      }
      known.bytes.withUnsafeBytes { statement.bind(blob: $0, at: 7) }
    } else {
      statement.bindNull(at: 2)
      statement.bindNull(at: 7)
    }
    try statement.run()
  }

  /// Notes deletions, with the values that outlive the rows; the rows are still there.
  func noteDeletions(_ entity: SQLEntity, _ keys: [Int64]) throws {
    let preserved = tables.preserved[entity.layout.index]
    if preserved.isEmpty {
      for key in keys { try note(.delete, entity, key) }
      return
    }
    let columns = preserved.map { property -> String in
      guard case .attribute(let column) = entity.placements[property.slot] else { return "NULL" }
      return column.sql
    }
    _ = try begunStatement()
    let names = columns.indices.map { ", \(HistoryTables.tombstone($0))" }.joined()
    let statement = try connection.prepare(
      """
      INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID\(names)) \
      SELECT ?, \(HistoryTables.change), \(NSPersistentHistoryChangeType.delete.rawValue), \(entity.number), Z_PK, ?, \
      \(columns.joined(separator: ", ")) FROM \(entity.table) WHERE Z_PK = ?
      """)
    for key in keys {
      statement.bind(lastChange + 1, at: 1)
      statement.bind(number, at: 2)
      statement.bind(key, at: 3)
      try statement.run()
      if connection.changes > 0 { lastChange += 1 }
    }
  }

  /// Ends the transaction; gives its number, nil when nothing has changed.
  @discardableResult func finish() throws -> Int64? {
    guard number > 0 else { return nil }
    try setLast(lastChange, of: HistoryTables.change)
    return number
  }

  private func begunStatement() throws -> Statement {
    if let changeStatement { return changeStatement }
    number = try last(of: HistoryTables.transaction) + 1
    lastChange = try last(of: HistoryTables.change)
    let transaction = try connection.prepare(
      """
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP) \
      VALUES (?, \(HistoryTables.transaction), ?, ?, ?, ?, ?)
      """)
    let process = ProcessInfo.processInfo.processName
    let strings = [author, Bundle.main.bundleIdentifier ?? process, contextName, process]
    transaction.bind(number, at: 1)
    for (index, text) in strings.enumerated() {
      if let text {
        transaction.bind(try key(of: text), at: Int32(index + 2))
      } else {
        transaction.bindNull(at: Int32(index + 2))
      }
    }
    transaction.bind(Date().timeIntervalSinceReferenceDate, at: 6)
    try transaction.run()
    try setLast(number, of: HistoryTables.transaction)
    let statement = try connection.prepare(
      """
      INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
      VALUES (?, \(HistoryTables.change), ?, ?, ?, ?, ?, ?)
      """)
    statement.bind(number, at: 6)
    changeStatement = statement
    return statement
  }

  /// The key of an interned string.
  private func key(of text: String) throws -> Int64 {
    let find = try connection.prepare("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
    find.bind(text, at: 1)
    defer { find.reset() }
    if try find.step() { return find.integer(0) }
    let key = try last(of: HistoryTables.string) + 1
    let insert = try connection.prepare(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, \(HistoryTables.string), NULL, ?)")
    insert.bind(key, at: 1)
    insert.bind(text, at: 2)
    try insert.run()
    try setLast(key, of: HistoryTables.string)
    return key
  }

  private func last(of entity: Int) throws -> Int64 {
    let table = [
      HistoryTables.change: "ACHANGE", HistoryTables.transaction: "ATRANSACTION",
      HistoryTables.string: "ATRANSACTIONSTRING",
    ][entity, default: "ACHANGE"]
    return try connection.scalar(
      "SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity)), 0), ifnull((SELECT max(Z_PK) FROM \(table)), 0))"
    ) ?? 0
  }

  private func setLast(_ key: Int64, of entity: Int) throws {
    let statement = try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
    statement.bind(key, at: 1)
    statement.bind(entity, at: 2)
    try statement.run()
  }
}
