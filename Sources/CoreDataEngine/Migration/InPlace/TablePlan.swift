/// What becomes of the table of a newer hierarchy.
struct TablePlan {
  enum Way {
    /// An older table is altered; its rows stay where they are.
    case alter(SQLIdentifier)
    /// A new table, filled from older ones.
    case fill
  }

  let table: SQLTable
  let cells: [MigrationCell]
  let feeds: [(table: SQLIdentifier, routes: [RowRoutes.Route])]
  let way: Way
  /// Columns that Core Data knows nothing of, of each feed: they are carried along.
  let foreignColumns: [[ForeignColumn]]

  /// Those of all feeds, each name once.
  var allForeignColumns: [ForeignColumn] { ForeignColumn.united(foreignColumns) }

  var isAltered: Bool { if case .alter = way { true } else { false } }
}

extension MigrationPlanner {
  func tablePlan(_ table: SQLTable) -> TablePlan {
    let cells = self.cells(of: table)
    let feeds = routes.feeds(of: table.root)
    let foreign = feeds.map { foreignColumns(of: $0.table, beside: cells) }
    let way: TablePlan.Way =
      feeds.count == 1 && canAlter(feeds[0].table, feeds[0].routes, cells) ? .alter(feeds[0].table) : .fill
    return TablePlan(table: table, cells: cells, feeds: feeds, way: way, foreignColumns: foreign)
  }

  private func cells(of table: SQLTable) -> [MigrationCell] {
    var cells: [MigrationCell] = []
    for case let entity? in destination.entities {
      for property in entity.layout.properties where property.owner === entity.layout {
        switch entity.placements[property.slot] {
        case .attribute(let column) where entity.layout.rootIndex == table.root.rootIndex:
          cells.append(cell(of: property, column, in: table))
        case .composite(let columns) where entity.layout.rootIndex == table.root.rootIndex:
          cells += leafCells(of: property, columns, in: table)
        case .toOne(let columns) where entity.layout.rootIndex == table.root.rootIndex:
          cells += self.cells(of: property, columns, in: table)
        case .inverseless(let column) where property.destination.rootIndex == table.root.rootIndex:
          cells.append(ownerCell(of: property, column, in: table))
        default: break
        }
      }
    }
    return cells
  }

  /// The columns of the older schema, by names in capitals.
  private func knownColumns(of table: SQLIdentifier) -> Set<String> {
    guard let known = source.tables.first(where: { $0.identifier == table }) else { return [] }
    return Set((SchemaBuilder.fixedColumns + known.columns.map(\.identifier.name)).map { $0.uppercased() })
  }

  /// A column whose name the new model needs is none: what an earlier migration left must not come back to life.
  private func foreignColumns(of table: SQLIdentifier, beside cells: [MigrationCell]) -> [ForeignColumn] {
    foreignColumns(of: table, without: knownColumns(of: table).union(cells.map { $0.column.name.uppercased() }))
  }

  /// Whether every column of the new model is one of the old table, or can be added to it, and none goes away.
  private func canAlter(_ table: SQLIdentifier, _ routes: [RowRoutes.Route], _ cells: [MigrationCell]) -> Bool {
    guard routes.allSatisfy({ $0.offset == 0 }), !stored.tablesWithOwnIndexes.contains(table.name) else { return false }
    var unused = knownColumns(of: table).subtracting(SchemaBuilder.fixedColumns)
    let existing = Set((stored.columns[table.name] ?? []).map { $0.uppercased() })
    for cell in cells {
      let sources = routes.map { cell.value(for: $0) }
      let kept = Set(sources.compactMap(\.kept))
      if kept.count > 1 || sources.contains(where: { if case .expression = $0 { true } else { false } }) {
        return false
      }
      let name = cell.column.name.uppercased()
      guard let column = kept.first else {
        if existing.contains(name) { return false }
        continue
      }
      guard stored.type(of: column, in: table)?.uppercased() == cell.type.uppercased(),
        unused.remove(column.name.uppercased()) != nil
      else { return false }
      if column.name.uppercased() != name, existing.contains(name) { return false }
    }
    return unused.isEmpty
  }
}
