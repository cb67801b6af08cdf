import CoreDataSQLite

/// A fetch index of R-tree elements, in the form that Photos libraries have it in.
struct RangeIndex {
  let entity: SQLEntity
  let name: String
  let columns: [SQLIdentifier]

  static let prefix = "Z_RT_"

  private var label: String { "\(RangeIndex.prefix)\(entity.layout.name)_\(name)" }
  var table: SQLIdentifier { SQLIdentifier(label) }

  private var bounds: [SQLIdentifier] {
    columns.flatMap { [SQLIdentifier("\($0.name)_MIN"), SQLIdentifier("\($0.name)_MAX")] }
  }

  /// The table and its triggers.
  var definition: [String] {
    let fields = bounds.map { ", \($0) FLOAT" }.joined()
    let list = (["Z_PK"] + bounds.map(\.sql)).joined(separator: ", ")
    // The odd blanks are those of a published trigger.
    let values = columns.map { "NEW.\($0) ,NEW.\($0)" }.joined(separator: ", ")
    let put = "BEGIN INSERT OR REPLACE INTO \(table) (\(list)) VALUES (NEW.Z_PK, \(values)) ; END"
    func trigger(_ what: String, _ event: String, _ body: String) -> String {
      "CREATE TRIGGER \(SQLIdentifier("\(label)_\(what)")) AFTER \(event) ON \(entity.table) FOR EACH ROW \(body)"
    }
    let changed = columns.map(\.sql).joined(separator: ", ")
    return [
      "CREATE VIRTUAL TABLE \(table) USING RTREE (Z_PK INTEGER PRIMARY KEY\(fields))",
      trigger("INSERT", "INSERT", put), trigger("UPDATE", "UPDATE OF \(changed)", put),
      trigger("DELETE", "DELETE", "BEGIN DELETE FROM \(table) WHERE Z_PK = OLD.Z_PK ; END"),
    ]
  }

  /// Enters the rows that are there already.
  var filling: String {
    let values = columns.map { "\($0), \($0)" }.joined(separator: ", ")
    return
      "INSERT INTO \(table) SELECT Z_PK, \(values) FROM \(entity.table)"
  }

  /// Whether the library can make such tables.
  static var isSupported: Bool { SQLiteLibrary.usesCompileOption("ENABLE_RTREE") }
}
