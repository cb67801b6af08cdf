import CoreDataSQLite

/// Works out the statements that turn a file of one schema into a file of another, in place.
///
/// A table keeps its rows where they lie when all its columns can: it is then altered. Otherwise a new one is filled from
/// it. Old tables that are read from or renamed first get names of their own, so that no name is taken twice.
struct MigrationPlanner {
  let source: SQLSchema
  let destination: SQLSchema
  let matching: ModelMatching
  let stored: StoredObjects
  let routes: RowRoutes
  /// The names that old tables have while the migration runs, where they differ.
  var interim: [String: SQLIdentifier] = [:]
  /// The highest key of each older hierarchy, by the index of its root.
  let highestKeys: [Int: Int64]

  init(source: SQLSchema, destination: SQLSchema, matching: ModelMatching, connection: Connection) throws {
    self.source = source
    self.destination = destination
    self.matching = matching
    stored = try StoredObjects(reading: connection)
    var keys: [Int: Int64] = [:]
    for table in source.tables {
      let number = source.entity(table.root).number
      keys[table.root.rootIndex] =
        try connection.scalar(
          "SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)), 0), ifnull((SELECT max(Z_PK) FROM \(table.identifier)), 0))"
        ) ?? 0
    }
    highestKeys = keys
    routes = try RowRoutes(source: source, destination: destination, matching: matching) {
      keys[$0.rootIndex] ?? 0
    }
  }

  /// The name of an older table now.
  func current(_ table: SQLIdentifier) -> SQLIdentifier { interim[table.name] ?? table }

  mutating func plan() throws -> MigrationPlan {
    var tables = destination.tables.map(tablePlan)
    var joins = joinPlans()
    let moving = names(of: tables, joins)
    for (place, name) in moving.enumerated() { interim[name] = SQLIdentifier("Z_MIGRATION_\(place + 1)") }
    // Once more, now that the names are known.
    tables = destination.tables.map(tablePlan)
    joins = joinPlans()

    var plan = MigrationPlan()
    plan.originalNames = Dictionary(uniqueKeysWithValues: interim.map { ($1.name, $0) })
    let living = livingTables(tables, joins)
    prepare(&plan, moving)
    checkEntities(&plan, tables)
    checkNumbers(&plan)
    for table in tables { fill(table, &plan) }
    for join in joins { fill(join, &plan) }
    dropIndexes(&plan, living: living)
    for table in tables { alter(table, &plan) }
    for join in joins { alter(join, &plan) }
    dropOld(&plan, living: living)
    try rewriteKeys(&plan)
    rewriteHistory(&plan)
    try derive(&plan, tables)
    check(&plan, tables)
    try close(&plan)
    return plan
  }

  /// The older tables that are read from or renamed, sorted.
  private func names(of tables: [TablePlan], _ joins: [JoinPlan]) -> [String] {
    var keeping = Set<String>()
    for table in tables {
      if case .alter(let old) = table.way, old == table.table.identifier { keeping.insert(old.name) }
    }
    for join in joins {
      if case .alter(let old, _) = join.way, old.table == join.placement.table { keeping.insert(old.table.name) }
    }
    let all = source.tables.map(\.identifier) + source.joinTables.map(\.identifier)
    return Set(all.map(\.name)).subtracting(keeping).sorted()
  }

  /// `(1, 2)`: numbers as SQL wants them.
  static func list(_ numbers: some Sequence<Int>) -> String {
    "(" + numbers.map(String.init).joined(separator: ", ") + ")"
  }
}
