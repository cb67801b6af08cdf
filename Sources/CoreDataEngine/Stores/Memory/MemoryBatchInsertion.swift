/// A batch insertion into a copy of a memory store's tables.
struct MemoryBatchInsertion {
  private let model: CompiledModel
  private let source: BatchRowSource
  private let options: BatchOptions
  private(set) var tables: MemoryTables
  private let constraints: [MemoryUniqueness]
  /// The rows by the values of each constraint.
  private var owners: [[[AnyHashable]: Int64]]
  private var writer = RowWriter()

  init(_ model: CompiledModel, _ source: BatchRowSource, _ options: BatchOptions, _ tables: MemoryTables) {
    self.model = model
    self.source = source
    self.options = options
    self.tables = tables
    constraints = MemoryUniqueness.constraints(of: source.layout)
    owners = constraints.map { constraint in
      var table: [[AnyHashable]: Int64] = [:]
      for (key, reference) in tables.rows[source.layout.rootIndex] {
        if let values = constraint.values(of: reference.row) { table[values] = key }
      }
      return table
    }
  }

  mutating func run() throws -> BatchOutcome {
    var outcome = BatchOutcome()
    let root = source.layout.rootIndex
    while try source.next() {
      let key = tables.lastKeys[root] + 1
      let row = pack(key)
      if let (constraint, owner) = collision(row.row) {
        switch options.policy {
        case .errorMergePolicyType: throw duplicate(constraint)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: continue
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
          outcome.note(owner, try overwrite(owner), options)
        }
        continue
      }
      tables.lastKeys[root] = key
      tables.rows[root][key] = row
      register(row.row, key)
      outcome.note(key, source.layout.index, options)
    }
    return outcome
  }

  private mutating func pack(_ key: Int64) -> RowReference {
    writer.begin(key: key, version: 1, entityIndex: source.layout.index, cellCount: source.layout.cellCount)
    for (index, property) in source.properties.enumerated() { writer.setAttribute(source.values[index], property) }
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
  private mutating func overwrite(_ key: Int64) throws -> Int {
    let root = source.layout.rootIndex
    guard let old = tables.rows[root][key] else { return source.layout.index }
    let layout = model.layouts[old.row.entityIndex]
    // A row of a sibling entity takes what both have from their parent.
    let values = source.properties.enumerated().map { ($1, source.values[$0]) }.filter { property, _ in
      property.slot < layout.properties.count && layout.properties[property.slot] === property
    }
    for (index, constraint) in constraints.enumerated() {
      if let values = constraint.values(of: old.row) { owners[index][values] = nil }
    }
    let new = writer.rewrite(old.row, layout, replacing: values)
    // Another constraint of the new values may have yet another owner.
    if let (constraint, other) = collision(new.row), other != key { throw duplicate(constraint) }
    tables.rows[root][key] = new
    register(new.row, key)
    return old.row.entityIndex
  }

  private func duplicate(_ constraint: MemoryUniqueness) -> NSError {
    var values: [String: Any] = [:]
    for (index, property) in source.properties.enumerated() where constraint.names.contains(property.name) {
      values[property.name] = property.attributeKind.flatMap { source.values[index].boxed($0) }
    }
    return BatchError.duplicate(source.layout, constraint.names, values)
  }
}
