import CoreDataSQLite

/// What a file holds besides rows: the declared columns of its tables, its indexes and triggers.
struct StoredObjects {
  struct Object {
    let name: String
    let table: String
    let sql: String
  }

  private(set) var indexes: [Object] = []
  private(set) var triggers: [Object] = []
  /// The declared types of each table's columns, by names in capitals.
  private(set) var types: [String: [String: String]] = [:]
  /// The columns of each table, in order.
  private(set) var columns: [String: [String]] = [:]
  /// Tables with an index that a constraint in their own definition made.
  private(set) var tablesWithOwnIndexes = Set<String>()

  init(reading connection: Connection) throws {
    let objects = try connection.prepare(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') ORDER BY rowid")
    while try objects.step() {
      guard let name = objects.string(1), let table = objects.string(2) else { continue }
      guard let sql = objects.string(3) else {
        tablesWithOwnIndexes.insert(table)
        continue
      }
      let object = Object(name: name, table: table, sql: sql)
      if objects.string(0) == "index" { indexes.append(object) } else { triggers.append(object) }
    }
    let rows = try connection.prepare(
      """
      SELECT m.name, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p
      WHERE m.type = 'table' ORDER BY m.name, p.cid
      """)
    while try rows.step() {
      guard let table = rows.string(0), let column = rows.string(1) else { continue }
      columns[table, default: []].append(column)
      types[table, default: [:]][column.uppercased()] = rows.string(2) ?? ""
    }
  }

  func has(table: String) -> Bool { columns[table] != nil }

  func type(of column: SQLIdentifier, in table: SQLIdentifier) -> String? {
    types[table.name]?[column.name.uppercased()]
  }
}
