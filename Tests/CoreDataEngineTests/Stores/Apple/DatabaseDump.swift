import CoreDataSQLite
import Foundation

/// All that a database holds, as text: objects of the schema, and the rows of tables with the types of their values.
enum DatabaseDump {
  static func schema(_ connection: Connection) throws -> [String] {
    try lines(
      connection,
      "SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1"
    )
  }

  static func tables(_ connection: Connection) throws -> [String] {
    try lines(connection, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1")
  }

  /// The rows of a table, sorted.
  static func rows(_ connection: Connection, _ table: String) throws -> [String] {
    let columns = try lines(connection, "SELECT name FROM pragma_table_info('\(table)') ORDER BY name")
    let values = columns.map { "'\($0)=' || typeof(\"\($0)\") || ' ' || quote(\"\($0)\")" }
    return try lines(connection, "SELECT \(values.joined(separator: " || ', ' || ")) FROM \"\(table)\"").sorted()
  }

  /// Everything, but for some tables.
  static func all(_ url: URL, except: Set<String> = []) throws -> [String: [String]] {
    let connection = try Connection(.file(url.path), options: Connection.OpenOptions(readOnly: true))
    defer { connection.close() }
    var found = ["schema": try schema(connection)]
    for table in try tables(connection) where !except.contains(table) { found[table] = try rows(connection, table) }
    return found
  }

  private static func lines(_ connection: Connection, _ sql: String) throws -> [String] {
    let statement = try connection.prepare(sql)
    var found: [String] = []
    while try statement.step() { found.append(statement.string(0) ?? "") }
    return found
  }
}
