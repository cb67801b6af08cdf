/// Works out the names of a schema, by Apple's rules.
struct SchemaBuilder {
  let model: CompiledModel
  /// In the model's order.
  let layouts: [EntityLayout]
  let stored: StoredSchema?

  private(set) var entities: [SQLEntity?]
  private(set) var tables: [SQLTable] = []
  var joinTables: [JoinTable] = []
  /// By the entity's index; 0 for entities that are not in the store.
  private(set) var numbers: [Int]
  var placements: [ObjectIdentifier: SQLPlacement] = [:]

  /// The names that every table has.
  static let fixedColumns = ["Z_PK", "Z_ENT", "Z_OPT"]

  init(model: CompiledModel, layouts: [EntityLayout], stored: StoredSchema?) {
    self.model = model
    self.layouts = layouts.sorted { $0.index < $1.index }
    self.stored = stored
    entities = Array(repeating: nil, count: model.layouts.count)
    numbers = Array(repeating: 0, count: model.layouts.count)
  }

  mutating func build() throws {
    try assignNumbers()
    for root in layouts where root.superlayout == nil { try addTable(of: root) }
    try placeManyToMany()
    for layout in layouts {
      let slots = layout.properties.map { property in
        switch property.kind {
        case .toMany: toManyPlacement(property)
        default: placements[ObjectIdentifier(property)] ?? .none
        }
      }
      guard let table = tables.first(where: { $0.root.rootIndex == layout.rootIndex }) else { continue }
      entities[layout.index] = SQLEntity(
        layout, number: number(layout), table: table.identifier, placements: slots)
    }
    if stored != nil { try requireColumns() } else { try requireDistinctTables() }
  }

  func number(_ layout: EntityLayout) -> Int { numbers[layout.index] }
  func contains(_ layout: EntityLayout) -> Bool { numbers[layout.index] != 0 }

  /// The names of columns are those of their properties in capitals.
  static func capitals(_ name: String) -> String { name.uppercased() }

  private mutating func assignNumbers() throws {
    var used = Set<Int>()
    for (place, layout) in layouts.enumerated() {
      let number = stored?.number(of: layout.entity) ?? place + 1
      guard used.insert(number).inserted else {
        throw ModelError.problem(
          "The entity '\(layout.name)' has no number of its own in the store's Z_PRIMARYKEY.", entity: layout.name)
      }
      numbers[layout.index] = number
    }
    for layout in layouts {
      if let parent = layout.superlayout, !contains(parent) {
        throw ModelError.problem(
          "The entity '\(layout.name)' is in the configuration and its parent '\(parent.name)' is not.",
          entity: layout.name)
      }
    }
  }

  private mutating func addTable(of root: EntityLayout) throws {
    var table = SQLTable(root: root, identifier: try tableIdentifier(of: root))
    var names = NameAllocator(reserved: SchemaBuilder.fixedColumns)
    var columns: [[SQLColumn]] = []
    for layout in layouts where layout.rootIndex == root.rootIndex {
      columns.append(try ownColumns(of: layout, names: &names))
    }
    let all = columns.joined()
    for group in Set(all.map(\.group)).sorted() { table.columns += all.filter { $0.group == group } }
    tables.append(table)
  }

  /// The name of a hierarchy's table. A root that was renamed in a file keeps the table of its old name there.
  private func tableIdentifier(of root: EntityLayout) throws -> SQLIdentifier {
    let wanted = SQLIdentifier("Z\(SchemaBuilder.capitals(root.name))")
    guard let stored, !stored.has(wanted) else { return wanted }
    if let old = root.entity.renamingIdentifier {
      let identifier = SQLIdentifier("Z\(SchemaBuilder.capitals(old))")
      if stored.has(identifier) { return identifier }
    }
    throw ModelError.problem(
      "The store has no table '\(wanted.name)' for the entity '\(root.name)'.", entity: root.name)
  }

  func table(of layout: EntityLayout) -> SQLIdentifier? {
    tables.first { $0.root.rootIndex == layout.rootIndex }?.identifier
  }

  private func requireDistinctTables() throws {
    var seen: [String: String] = [
      "Z_PRIMARYKEY": "the table of keys", "Z_METADATA": "the table of metadata",
      "Z_MODELCACHE": "the table of the model",
    ]
    for table in tables {
      let name = table.identifier.name
      if let other = seen.updateValue("the entity '\(table.root.name)'", forKey: name) {
        throw ModelError.problem(
          "The entity '\(table.root.name)' would have the same table '\(name)' as \(other).", entity: table.root.name)
      }
    }
    for table in joinTables {
      if let other = seen.updateValue("a relationship of '\(table.owner.name)'", forKey: table.identifier.name) {
        throw ModelError.problem(
          "A relationship of '\(table.owner.name)' would have the same table '\(table.identifier.name)' as \(other).",
          entity: table.owner.name)
      }
    }
  }

  /// A file that lacks a column of the model cannot serve it.
  private func requireColumns() throws {
    for entity in entities.compactMap({ $0 }) {
      for property in entity.layout.properties where property.owner === entity.layout {
        let needed: (SQLIdentifier, in: SQLIdentifier)? =
          switch entity.placements[property.slot] {
          case .attribute(let column): (column, entity.table)
          case .composite(let columns):
            columns.first { stored?.column($0, in: entity.table) == nil }.map { ($0, entity.table) }
          case .toOne(let columns): (columns.column, entity.table)
          case .inverseless(let column): table(of: property.destination).map { (column, $0) }
          case .manyToMany(let columns): (columns.destination, columns.table)
          case .oneToMany, .none: nil
          }
        guard let needed, stored?.column(needed.0, in: needed.in) == nil else { continue }
        throw ModelError.problem(
          "The store has no column '\(needed.0.name)' in '\(needed.in.name)' for '\(entity.layout.name).\(property.name)'.",
          entity: entity.layout.name, property: property.name)
      }
    }
  }
}
