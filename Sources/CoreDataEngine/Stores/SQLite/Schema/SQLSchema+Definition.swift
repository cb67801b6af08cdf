/// The statements that make a new file.
extension SQLSchema {
  /// Tables, join tables, indexes and triggers, then the tables of Core Data itself; in Apple's order.
  func definition() throws -> [String] {
    var statements: [String] = []
    for table in tables {
      statements.append(definition(of: table))
      statements += joinTables.filter { $0.owner.rootIndex == table.root.rootIndex }.map(\.definition)
    }
    for table in tables { statements += indexes(of: table) }
    for table in tables { statements += try triggers(of: table) }
    return statements + SQLSchema.bookkeeping
  }

  static let bookkeeping = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  func definition(of table: SQLTable) -> String {
    let fixed = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    let columns = fixed + table.columns.map(\.definition)
    return "CREATE TABLE \(table.identifier) ( \(columns.joined(separator: ", ")) )"
  }

  /// The rows of `Z_PRIMARYKEY` in a new file: number, name, number of the parent or 0.
  var keyRows: [(number: Int, name: String, parent: Int)] {
    entities.compactMap { entity in
      guard let entity else { return nil }
      let parent = entity.layout.superlayout.flatMap { entities[$0.index]?.number } ?? 0
      return (entity.number, entity.layout.name, parent)
    }
  }

  func indexes(of table: SQLTable) -> [String] {
    var statements = table.columns.filter(\.isForeignKey).map { column in
      let index = SQLIdentifier("\(table.identifier.name)_\(column.identifier.name)_INDEX")
      return "CREATE INDEX \(index) ON \(table.identifier) (\(column.identifier))"
    }
    if table.hasSubentities {
      let index = SQLIdentifier("\(table.identifier.name)_Z_ENT_INDEX")
      statements.append("CREATE INDEX \(index) ON \(table.identifier) (Z_ENT)")
    }
    statements += joinTables.filter { $0.owner.rootIndex == table.root.rootIndex }.map(\.indexDefinition)
    for case let entity? in entities where entity.layout.rootIndex == table.root.rootIndex {
      statements += fetchIndexes(of: entity)
      statements += uniqueConstraints(of: entity).map(\.definition)
    }
    return statements
  }

  /// The column of an attribute, of an element of a composite one by its path, or of a to-one relationship's key; nil for none.
  func column(named name: String, of entity: SQLEntity) -> SQLIdentifier? {
    guard let slot = entity.layout.slots[name] else {
      guard let element = entity.layout.compositeElement(at: name),
        case .composite(let columns) = entity.placements[element.property.slot]
      else { return nil }
      return columns[element.leaf]
    }
    switch entity.placements[slot] {
    case .attribute(let column): return column
    case .toOne(let columns): return columns.column
    case .none, .composite, .oneToMany, .manyToMany, .inverseless: return nil
    }
  }
}
