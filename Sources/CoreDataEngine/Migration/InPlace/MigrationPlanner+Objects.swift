/// Everything around the tables: indexes, triggers, numbers, history.
extension MigrationPlanner {
  /// Clears the way: triggers, which would fire, and names. Indexes stay while rows are read through them.
  func prepare(_ plan: inout MigrationPlan, _ moving: [String]) {
    // A trigger that fires while rows move would take the migration for work of a user.
    let drops = stored.triggers.map { "DROP TRIGGER \(SQLIdentifier($0.name).quoted)" }
    plan.foreign += stored.triggers.filter {
      !$0.name.hasPrefix(DerivedAttribute.triggerPrefix) && !$0.name.hasPrefix(RangeIndex.prefix)
    }
    if !drops.isEmpty { plan.steps.append(MigrationStep(title: "Drop triggers", statements: drops)) }
    let renames = moving.map { "ALTER TABLE \(SQLIdentifier($0)) RENAME TO \(current(SQLIdentifier($0)))" }
    if !renames.isEmpty { plan.steps.append(MigrationStep(title: "Set old tables aside", statements: renames)) }
  }

  /// Drops the indexes of altered tables that will be wrong; those of other old tables go with them.
  func dropIndexes(_ plan: inout MigrationPlan, living: Set<String>) {
    let wanted = Dictionary(
      destination.tables.flatMap(destination.indexes).map { (MigrationPlanner.name(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    let known = Set(source.tables.flatMap(source.indexes).map(MigrationPlanner.name))
    var drops: [String] = []
    for index in stored.indexes where isEntityTable(index.table) {
      let isOwn = known.contains(index.name) || wanted[index.name] != nil
      if !living.contains(index.table) {
        if !isOwn { plan.foreign.append(index) }
      } else if isOwn, interim[index.table] != nil || wanted[index.name] != index.sql {
        drops.append("DROP INDEX \(SQLIdentifier(index.name).quoted)")
      }
    }
    if !drops.isEmpty { plan.steps.append(MigrationStep(title: "Drop indexes", statements: drops)) }
  }

  private func isEntityTable(_ name: String) -> Bool {
    source.tables.contains { $0.identifier.name == name } || source.joinTables.contains { $0.identifier.name == name }
  }

  /// The name in `CREATE [UNIQUE] INDEX name ON …`.
  static func name(of definition: String) -> String {
    let head = definition.components(separatedBy: " INDEX ").dropFirst().joined(separator: " INDEX ")
    let name = head.components(separatedBy: " ON ").first ?? ""
    guard name.hasPrefix("\""), name.count > 1 else { return name }
    return String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// The older tables whose rows stay where they are.
  func livingTables(_ tables: [TablePlan], _ joins: [JoinPlan]) -> Set<String> {
    var living = Set<String>()
    for table in tables { if case .alter(let old) = table.way { living.insert(old.name) } }
    for join in joins { if case .alter(_, let old) = join.way { living.insert(old.name) } }
    return living
  }

  func dropOld(_ plan: inout MigrationPlan, living: Set<String>) {
    let gone = interim.filter { !living.contains($0.key) }.values.map(\.name).sorted()
    guard !gone.isEmpty else { return }
    plan.steps.append(
      MigrationStep(
        title: "Drop old tables", statements: gone.map { "DROP TABLE \(SQLIdentifier($0))" },
        rows: gone.first.map { SQLIdentifier($0) }))
  }

  /// `Z_PRIMARYKEY`: the numbers of the new model, and the highest key of each hierarchy. Rows of others stay.
  func rewriteKeys(_ plan: inout MigrationPlan) throws {
    let old = source.entities.compactMap { $0?.number }
    var statements = ["DELETE FROM Z_PRIMARYKEY WHERE Z_ENT IN \(MigrationPlanner.list(old))"]
    for row in destination.keyRows {
      let root = destination.entities[destination.entityIndex(ofNumber: row.number) ?? 0]
      var highest: Int64 = 0
      if let root, root.layout.superlayout == nil {
        for feed in routes.feeds(of: root.layout) {
          guard let route = feed.routes.first else { continue }
          highest = max(highest, route.offset + (highestKeys[route.source.layout.rootIndex] ?? 0))
        }
      }
      statements.append(
        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(row.number), \(SQLIdentifier(row.name).literal), \(row.parent), \(highest))"
      )
    }
    plan.steps.append(MigrationStep(title: "Number the entities", statements: statements))
  }

  /// History tells of entities by number. What is told of entities that are gone goes with them.
  func rewriteHistory(_ plan: inout MigrationPlan) {
    guard stored.has(table: "ACHANGE") else { return }
    var statements: [String] = []
    let living = Set(routes.all.map(\.source.number))
    let gone = source.entities.compactMap { $0?.number }.filter { !living.contains($0) }
    if !gone.isEmpty { statements.append("DELETE FROM ACHANGE WHERE ZENTITY IN \(MigrationPlanner.list(gone))") }
    // The bits of changed properties count in the order of an entity's properties.
    let reordered = routes.all.filter {
      $0.source.layout.properties.map(\.name).sorted() != $0.destination.layout.properties.map(\.name).sorted()
    }
    if !reordered.isEmpty {
      statements.append(
        "UPDATE ACHANGE SET ZCOLUMNS = NULL WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN \(MigrationPlanner.list(reordered.map(\.source.number)))"
      )
    }
    statements += tombstoneMoves()
    let changed = routes.all.filter { $0.source.number != $0.destination.number || $0.offset != 0 }
    if !changed.isEmpty {
      let numbers = changed.map { "WHEN \($0.source.number) THEN \($0.destination.number)" }.joined(separator: " ")
      let offsets = changed.map { "WHEN \($0.source.number) THEN \($0.offset)" }.joined(separator: " ")
      statements.append(
        "UPDATE ACHANGE SET ZENTITYPK = ZENTITYPK + CASE ZENTITY \(offsets) END, ZENTITY = CASE ZENTITY \(numbers) END WHERE ZENTITY IN \(MigrationPlanner.list(changed.map(\.source.number)))"
      )
    }
    guard !statements.isEmpty else { return }
    plan.steps.append(
      MigrationStep(title: "Renumber the history", statements: statements, rows: SQLIdentifier("ACHANGE")))
  }

  /// Whether an altered table has rows that go away.
  func losesRows(_ table: TablePlan) -> Bool {
    guard case .alter(let old) = table.way else { return true }
    let kept = Set(table.feeds.flatMap(\.routes).map(\.source.number))
    return source.entities.contains { entity in
      guard let entity, entity.table == old, !entity.layout.isAbstract else { return false }
      return !kept.contains(entity.number)
    }
  }

  func close(_ plan: inout MigrationPlan) throws {
    // Their own tables are left out: only the virtual ones have keys.
    let ranges = stored.columns.filter { $0.key.hasPrefix(RangeIndex.prefix) && $0.value.first == "Z_PK" }.keys.sorted()
    if !ranges.isEmpty {
      let drops = ranges.map { "DROP TABLE \(SQLIdentifier($0).quoted)" }
      plan.closing.append(MigrationStep(title: "Drop indexes of ranges", statements: drops))
    }
    for index in RangeIndex.isSupported ? destination.rangeIndexes : [] {
      plan.closing.append(
        MigrationStep(
          title: "Index ranges of \(index.entity.table.name)", statements: index.definition + [index.filling],
          rows: index.entity.table))
    }
    for table in destination.tables {
      plan.closing.append(
        MigrationStep(
          title: "Index \(table.identifier.name)",
          statements: destination.indexes(of: table) + (try destination.triggers(of: table)), rows: table.identifier))
    }
  }
}

extension SQLIdentifier {
  /// The name in quotes, for names that are not Core Data's own and may be keywords.
  var quoted: String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
