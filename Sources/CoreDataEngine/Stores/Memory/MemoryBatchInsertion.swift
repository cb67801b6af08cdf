/// A batch insertion into a copy of a memory store's tables.
struct MemoryBatchInsertion {
  private let model: CompiledModel
  private let layout: EntityLayout
  private let properties: [PropertyLayout]
  /// The values of the rows, in the order of `properties`.
  private let rows: [ContiguousArray<Value>]
  private let options: BatchOptions
  private(set) var tables: MemoryTables
  private let constraints: [MemoryUniqueness]
  /// The rows by the values of each constraint.
  private var owners: [[[AnyHashable]: Int64]]
  private var writer = RowWriter()

  init(
    _ model: CompiledModel, _ layout: EntityLayout, _ properties: [PropertyLayout], _ rows: [ContiguousArray<Value>],
    _ options: BatchOptions, _ tables: MemoryTables
  ) {
    self.model = model
    self.layout = layout
    self.properties = properties
    self.rows = rows
    self.options = options
    self.tables = tables
    constraints = MemoryUniqueness.constraints(of: layout)
    owners = constraints.map { constraint in
      var table: [[AnyHashable]: Int64] = [:]
      for (key, reference) in tables.rows[layout.rootIndex] {
        if let values = constraint.values(of: reference.row) { table[values] = key }
      }
      return table
    }
  }

  mutating func run() throws -> BatchOutcome {
    var outcome = BatchOutcome()
    let root = layout.rootIndex
    for values in rows {
      let key = tables.lastKeys[root] + 1
      let row = pack(values, key)
      if let (constraint, owner) = collision(row.row) {
        switch options.policy {
        case .errorMergePolicyType: throw duplicate(constraint, values)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: continue
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
          outcome.note(owner, try overwrite(owner, values), options)
        }
        continue
      }
      tables.lastKeys[root] = key
      tables.rows[root][key] = row
      register(row.row, key)
      outcome.note(key, layout.index, options)
    }
    return outcome
  }

  private mutating func pack(_ values: ContiguousArray<Value>, _ key: Int64) -> RowReference {
    writer.begin(key: key, version: 1, entityIndex: layout.index, cellCount: layout.cellCount)
    for (index, property) in properties.enumerated() { writer.setAttribute(values[index], property) }
    return writer.end()
  }

  private func collision(_ row: Row) -> (MemoryUniqueness, Int64)? {
    for (index, constraint) in constraints.enumerated() {
      if let values = constraint.values(of: row), let owner = owners[index][values] { return (constraint, owner) }
    }
    return nil
  }

  private mutating func register(_ row: Row, _ key: Int64) {
    for (index, constraint) in constraints.enumerated() {
      if let values = constraint.values(of: row) { owners[index][values] = key }
    }
  }

  /// Writes the attributes over those of a row, whose relationships stay. Gives the row's entity.
  private mutating func overwrite(_ key: Int64, _ new: ContiguousArray<Value>) throws -> Int {
    let root = layout.rootIndex
    guard let old = tables.rows[root][key] else { return layout.index }
    let owner = model.layouts[old.row.entityIndex]
    // A row of a sibling entity takes what both have from their parent.
    let values = properties.enumerated().map { ($1, new[$0]) }.filter { property, _ in
      property.slot < owner.properties.count && owner.properties[property.slot] === property
    }
    for (index, constraint) in constraints.enumerated() {
      if let values = constraint.values(of: old.row) { owners[index][values] = nil }
    }
    let written = writer.rewrite(old.row, owner, replacing: values)
    // Another constraint of the new values may have yet another owner.
    if let (constraint, other) = collision(written.row), other != key { throw duplicate(constraint, new) }
    tables.rows[root][key] = written
    register(written.row, key)
    return old.row.entityIndex
  }

  private func duplicate(_ constraint: MemoryUniqueness, _ row: ContiguousArray<Value>) -> NSError {
    var values: [String: Any] = [:]
    for (index, property) in properties.enumerated() where constraint.names.contains(property.name) {
      values[property.name] = property.attributeKind.flatMap { row[index].boxed($0) }
    }
    return BatchError.duplicate(layout, constraint.names, values)
  }
}
