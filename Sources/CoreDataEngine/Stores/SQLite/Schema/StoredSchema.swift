import CoreDataSQLite

/// What an existing file says about itself: the numbers of its entities, and the names of its tables and columns.
struct StoredSchema {
  /// `Z_PRIMARYKEY`: numbers by name.
  var numbers: [String: Int] = [:]
  /// The columns of each table, by its name.
  var tables: [String: [String]] = [:]

  init(numbers: [String: Int], tables: [String: [String]]) {
    self.numbers = numbers
    self.tables = tables
  }

  init(reading connection: Connection) throws {
    let keys = try connection.prepare(
      "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistoryTables.firstEntity)")
    while try keys.step() {
      if let name = keys.string(1) { numbers[name] = Int(keys.integer(0)) }
    }
    let columns = try connection.prepare(
      """
      SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p
      WHERE m.type = 'table' ORDER BY m.name, p.cid
      """)
    while try columns.step() {
      guard let table = columns.string(0), let column = columns.string(1) else { continue }
      tables[table, default: []].append(column)
    }
  }

  /// The number of an entity: by its name, or by the name it had before it was renamed.
  func number(of entity: NSEntityDescription) -> Int? {
    if let name = entity.name, let number = numbers[name] { return number }
    return entity.renamingIdentifier.flatMap { numbers[$0] }
  }

  func has(_ table: SQLIdentifier) -> Bool { tables[table.name] != nil }

  /// The column that stands for `wanted`: itself, or one that begins as it does or ends as it does but for a number,
  /// since migration renumbers entities and not all columns.
  func column(_ wanted: SQLIdentifier, in table: SQLIdentifier) -> SQLIdentifier? {
    guard let columns = tables[table.name] else { return nil }
    if columns.contains(wanted.name) { return wanted }
    let shape = StoredSchema.shape(of: wanted.name)
    guard let shape else { return nil }
    let alike = columns.filter { StoredSchema.shape(of: $0) == shape }
    return alike.count == 1 ? SQLIdentifier(alike[0]) : nil
  }

  /// The parts around the entity number of a numbered name, without the number that tells equal names apart; nil for a
  /// name without an entity number.
  private static func shape(of name: String) -> [String]? {
    for prefix in ["Z_FOK_", "Z_", "Z"] where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else { continue }
      var tail = String(rest.dropFirst(digits.count))
      while let last = tail.last, last.isASCII, last.isNumber { tail.removeLast() }
      return [prefix, tail]
    }
    return nil
  }
}
