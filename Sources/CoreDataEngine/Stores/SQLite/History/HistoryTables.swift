import CoreDataSQLite

/// The tables of persistent history, as Apple lays them out.
struct HistoryTables {
  /// The number of entities that Core Data keeps for itself; those of a model lie below.
  static let firstEntity = 16_001
  static let change = 16_001
  static let transaction = 16_002
  static let string = 16_003
  /// `Z_OPT` of the changes whose `ZCOLUMNS` has this engine's bit order; Apple leaves it NULL.
  static let ownColumns = 17_220

  static let tombstonePrefix = "ZTOMBSTONE"

  /// The column of an attribute's value in the changes that are deletions, by its place among the preserved ones.
  static func tombstone(_ place: Int) -> String { "\(tombstonePrefix)\(place)" }

  /// The preserved attributes of each entity, by its index: those inherited first, then by name.
  let preserved: [[PropertyLayout]]

  init(_ model: CompiledModel) {
    preserved = model.layouts.map { layout in
      layout.properties.filter {
        $0.isStored && ($0.attribute?.preservesValueInHistoryOnDeletion ?? false) && !$0.usesExternalStorage
      }.sorted { ($0.owner.index, $0.name) < ($1.owner.index, $1.name) }
    }
  }

  /// Whether a database has history.
  static func exist(in connection: Connection) throws -> Bool {
    try connection.scalar("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'ATRANSACTION'") ?? 0 > 0
  }

  private var tombstoneCount: Int { preserved.map(\.count).max() ?? 0 }

  /// Makes the tables, columns and indexes that are not there yet.
  func create(in connection: Connection) throws {
    let change = [
      "ZCHANGETYPE INTEGER", "ZENTITY INTEGER", "ZENTITYPK INTEGER", "ZTRANSACTIONID INTEGER", "ZCOLUMNS BLOB",
    ]
    let tombstones = (0..<tombstoneCount).map { "\(HistoryTables.tombstone($0)) BLOB" }
    try ensure("ACHANGE", change + tombstones, in: connection)
    try ensure(
      "ATRANSACTION",
      [
        "ZAUTHORTS INTEGER", "ZBUNDLEIDTS INTEGER", "ZCONTEXTNAMETS INTEGER", "ZPROCESSIDTS INTEGER",
        "ZTIMESTAMP FLOAT", "ZAUTHOR VARCHAR", "ZBUNDLEID VARCHAR", "ZCONTEXTNAME VARCHAR", "ZPROCESSID VARCHAR",
        "ZQUERYGEN BLOB",
      ], in: connection)
    try ensure("ATRANSACTIONSTRING", ["ZNAME VARCHAR"], in: connection)
    for sql in HistoryTables.indexes { try connection.execute(sql) }
    for (number, name) in [
      (HistoryTables.change, "CHANGE"), (HistoryTables.transaction, "TRANSACTION"),
      (HistoryTables.string, "TRANSACTIONSTRING"),
    ] {
      try connection.execute(
        "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(number), '\(name)', 0, 0)")
    }
  }

  /// Whether nothing is left for `create` to do.
  func areComplete(in connection: Connection) throws -> Bool {
    let columns = try connection.scalar(
      "SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name LIKE '\(HistoryTables.tombstonePrefix)%'")
    let strings = try connection.scalar(
      "SELECT count(*) FROM pragma_table_info('ATRANSACTION') WHERE name = 'ZAUTHORTS'")
    return columns ?? 0 >= tombstoneCount && strings == 1
  }

  private func ensure(_ table: String, _ columns: [String], in connection: Connection) throws {
    let all = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + columns
    try connection.execute("CREATE TABLE IF NOT EXISTS \(table) ( \(all.joined(separator: ", ")) )")
    var present = Set<String>()
    let info = try connection.prepare("SELECT name FROM pragma_table_info('\(table)')")
    while try info.step() { if let name = info.string(0) { present.insert(name) } }
    for column in columns where !present.contains(String(column.prefix { $0 != " " })) {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN \(column)")
    }
  }

  private static let indexes =
    ["CREATE INDEX IF NOT EXISTS ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)"]
    + ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"].map {
      "CREATE INDEX IF NOT EXISTS ATRANSACTION_Z\($0)TS_INDEX ON ATRANSACTION (Z\($0)TS)"
    } + [
      "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
      "CREATE UNIQUE INDEX IF NOT EXISTS Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
}
