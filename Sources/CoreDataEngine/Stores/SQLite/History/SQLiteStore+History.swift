import CoreDataSQLite

/// Persistent history in Apple's tables.
extension SQLiteStore: StoreHistory {
  var history: (any StoreHistory)? { historyTables == nil ? nil : self }

  /// nil for a store without history.
  func historyRecorder(_ connection: Connection, author: String?, contextName: String?) throws -> HistoryRecorder? {
    historyTables.map { HistoryRecorder(connection, schema, $0, author: author, contextName: contextName) }
  }

  func lastTransactionNumber() throws -> Int64 { try read { try lastTransactionNumber($0) } }

  func lastTransactionNumber(_ connection: Connection) throws -> Int64 {
    let statement = try connection.prepare(
      "SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.transaction)), 0), ifnull((SELECT max(Z_PK) FROM ATRANSACTION), 0))"
    )
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  func transactions(after start: HistoryPoint, wantsChanges: Bool) throws -> [HistoryRecord] {
    try read { connection in
      if case .number(let number) = start { try requireHistory(after: number, connection) }
      var records: [HistoryRecord] = []
      let strings = ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"].map {
        ", ifnull((SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.Z\($0)TS), t.Z\($0))"
      }.joined()
      let statement = try connection.prepare(
        "SELECT t.Z_PK, t.ZTIMESTAMP\(strings) FROM ATRANSACTION t WHERE \(condition(start, ">")) ORDER BY t.Z_PK")
      bind(start, to: statement)
      while try statement.step() {
        records.append(
          HistoryRecord(
            number: statement.integer(0), timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)),
            author: statement.string(2), contextName: statement.string(3), bundleID: statement.string(4) ?? "",
            processID: statement.string(5) ?? ""))
      }
      if wantsChanges, let first = records.first { try readChanges(into: records, from: first.number, connection) }
      return records
    }
  }

  func deleteTransactions(before end: HistoryPoint) throws -> Int {
    try write { connection in
      let changes = try connection.prepare(
        "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT t.Z_PK FROM ATRANSACTION t WHERE \(condition(end, "<")))")
      bind(end, to: changes)
      try changes.run()
      let transactions = try connection.prepare(
        "DELETE FROM ATRANSACTION WHERE Z_PK IN (SELECT t.Z_PK FROM ATRANSACTION t WHERE \(condition(end, "<")))")
      bind(end, to: transactions)
      try transactions.run()
      return connection.changes
    }
  }

  private func condition(_ point: HistoryPoint, _ comparison: String) -> String {
    switch point {
    case .limit: "1"
    case .number: "t.Z_PK \(comparison) ?"
    case .date: "t.ZTIMESTAMP \(comparison) ?"
    }
  }

  private func bind(_ point: HistoryPoint, to statement: Statement) {
    switch point {
    case .limit: break
    case .number(let number): statement.bind(number, at: 1)
    case .date(let date): statement.bind(date.timeIntervalSinceReferenceDate, at: 1)
    }
  }

  /// What came after a token must still be there, or its reader would miss changes in silence.
  private func requireHistory(after number: Int64, _ connection: Connection) throws {
    let last = try lastTransactionNumber(connection)
    let oldest = try connection.scalar("SELECT min(Z_PK) FROM ATRANSACTION")
    if number == last { return }
    if number < last, let oldest, oldest <= number + 1 { return }
    throw NSError.coreData(
      NSPersistentHistoryTokenExpiredError,
      reason: number > last
        ? "The token is of transaction \(number), and the last of the store is \(last)."
        : "Transactions after number \(number), which the token stands for, have been deleted from the store.")
  }

  private func readChanges(
    into records: [HistoryRecord], from first: Int64, _ connection: Connection
  ) throws {
    let width = historyTables?.preserved.map(\.count).max() ?? 0
    let tombstones = (0..<width).map { ", \(HistoryTables.tombstone($0))" }.joined()
    let statement = try connection.prepare(
      "SELECT Z_PK, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(tombstones) FROM ACHANGE WHERE ZTRANSACTIONID >= ? ORDER BY ZTRANSACTIONID, Z_PK"
    )
    statement.bind(first, at: 1)
    var place = 0
    while try statement.step() {
      let number = statement.integer(5)
      while place < records.count, records[place].number < number { place += 1 }
      guard place < records.count else { break }
      // Entities that the model does not have any more leave changes behind.
      guard records[place].number == number, let change = try change(statement) else { continue }
      records[place].append(change)
    }
  }

  private func change(_ statement: Statement) throws -> HistoryChangeRecord? {
    guard let index = schema.entityIndex(ofNumber: Int(statement.integer(3))),
      let type = NSPersistentHistoryChangeType(rawValue: Int(statement.integer(2)))
    else { return nil }
    let layout = model.layouts[index]
    var properties: [PropertyLayout]?
    if type == .update, statement.integer(1) == HistoryTables.ownColumns, let bytes = statement.blob(6) {
      properties = ChangedColumns.properties(bytes, of: layout)
    }
    var tombstone: [String: Any]?
    let preserved = historyTables?.preserved[index] ?? []
    if type == .delete, !preserved.isEmpty {
      var values: [String: Any] = [:]
      for (place, property) in preserved.enumerated() {
        guard let kind = property.attributeKind else { continue }
        let column = ResultColumn(
          name: property.name, type: SQLType(kind), declared: .undefinedAttributeType, attribute: property,
          index: Int32(7 + place), hasEntity: false)
        values[property.name] = try column.value(of: statement, schema, externalData: externalData(named:))
      }
      tombstone = values
    }
    return HistoryChangeRecord(
      id: statement.integer(0), object: ObjectKey(entityIndex: index, key: statement.integer(4)), type: type,
      properties: properties, tombstone: tombstone)
  }
}
