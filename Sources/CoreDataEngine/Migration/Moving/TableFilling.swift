import CoreDataSQLite

/// Fills the empty tables of an SQLite store with objects from memory, in the transaction of the caller. Keys and versions
/// stay.
struct TableFilling {
  private let tables: MemoryTables
  private let model: CompiledModel
  private let schema: SQLSchema
  private let connection: Connection
  private let binder: ValueBinder
  private let arena = BindingArena()

  /// `files` takes large values.
  init(
    _ tables: MemoryTables, model: CompiledModel, schema: SQLSchema, connection: Connection, files: ExternalDataFiles
  ) {
    self.tables = tables
    self.model = model
    self.schema = schema
    self.connection = connection
    binder = ValueBinder(schema: schema, files: files, arena: arena)
  }

  /// `highestKey` gives the highest key ever handed out in the hierarchy of an entity. Throws 134120 when the current
  /// `Progress` is cancelled.
  func run(highestKey: (EntityLayout) -> Int64) throws {
    let groups = Dictionary(grouping: tables.rows.joined().map(\.value)) { $0.row.entityIndex }
    let total = groups.values.reduce(0) { $0 + $1.count }
    let progress = Progress(totalUnitCount: Int64(2 * total + 1))
    var count = ProgressCount(progress, orThrow: MigrationError.cancelled)
    let sorted = groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.row.key < $1.row.key }) }
    for (index, rows) in sorted {
      try insert(rows, of: model.layouts[index], &count)
    }
    // Join tables and orders want all rows in place.
    for (index, rows) in sorted {
      try link(rows, of: model.layouts[index], &count)
    }
    let allocation = KeyAllocation(schema: schema, connection: connection)
    for case let entity? in schema.entities where entity.layout === schema.root(of: entity.layout) {
      let last = max(highestKey(entity.layout), try allocation.lastKey(of: entity.layout))
      try allocation.setLastKey(last, root: entity.layout)
    }
    try count.add()
    try count.tell()
  }

  // MARK: Rows

  private func insert(_ rows: [RowReference], of layout: EntityLayout, _ count: inout ProgressCount) throws {
    let entity = schema.entity(layout)
    let plan = ColumnPlan(entity, layout.properties, first: 3)
    let columns = (["Z_ENT", "Z_PK", "Z_OPT"] + plan.columns).joined(separator: ", ")
    let values = ([String(entity.number)] + Array(repeating: "?", count: plan.columns.count + 2)).joined(
      separator: ", ")
    let statement = try connection.prepare("INSERT INTO \(entity.table) (\(columns)) VALUES (\(values))")
    for reference in rows {
      let row = reference.row
      binder.begin()
      statement.bind(row.key, at: 1)
      statement.bind(Int64(row.version), at: 2)
      for step in plan.steps {
        let property = layout.properties[step.slot]
        switch step.form {
        case .attribute, .external, .composite:
          try binder.bind(value(of: property, row), step, of: property, to: statement, offset: 0)
        case .toOne, .polymorphicToOne:
          let number = step.form == .polymorphicToOne ? step.parameter + 1 : nil
          bind(row.destination(of: property), key: step.parameter, number: number, to: statement)
        }
      }
      try statement.run()
      try count.add()
    }
  }

  private func bind(_ destination: ObjectKey?, key: Int32, number: Int32?, to statement: Statement) {
    guard let destination else {
      statement.bindNull(at: key)
      if let number { statement.bindNull(at: number) }
      return
    }
    statement.bind(destination.key, at: key)
    if let number { statement.bind(schema.entity(model.layouts[destination.entityIndex]).number, at: number) }
  }

  private func value(of property: PropertyLayout, _ row: Row) -> Value {
    guard let kind = property.attributeKind else { return .null }
    let value = row.value(of: property.cell, kind: kind)
    guard property.usesExternalStorage, case .data(let stored) = value,
      case .inline(let data) = ExternalData.form(of: stored)
    else { return value }
    return .data(data)
  }

  // MARK: Relationships

  private func link(_ rows: [RowReference], of layout: EntityLayout, _ count: inout ProgressCount) throws {
    let entity = schema.entity(layout)
    for property in layout.properties where property.isToMany && !property.isTransient {
      try count.tell()
      let placement = entity.placements[property.slot]
      let statement: Statement?
      switch placement {
      case .manyToMany(let join):
        // The other side brings the same pairs.
        statement = try connection.prepare(
          "INSERT OR IGNORE INTO \(join.table) (\(join.owner), \(join.destination)) VALUES (?, ?)")
      case .inverseless(let column):
        let table = schema.entity(property.destination).table
        statement = try connection.prepare("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?")
      case .none, .attribute, .composite, .toOne, .oneToMany: statement = nil
      }
      let order = try OrderColumns(property, placement, schema).map { try connection.prepare($0.writeSQL) }
      guard statement != nil || order != nil else { continue }
      for row in rows {
        let members = tables.destinations(of: property, owner: row.row.key).map(\.key)
        try write(members, owner: row.row.key, statement, order)
      }
    }
    for _ in rows { try count.add() }
  }

  private func write(_ members: [Int64], owner: Int64, _ link: Statement?, _ order: Statement?) throws {
    if let link {
      for member in members {
        link.bind(owner, at: 1)
        link.bind(member, at: 2)
        try link.run()
      }
    }
    guard let order else { return }
    for (member, position) in OrderPositions.changes(of: members, from: [:]) {
      order.bind(position, at: 1)
      order.bind(member, at: 2)
      order.bind(owner, at: 3)
      try order.run()
    }
  }
}
