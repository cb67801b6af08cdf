/// A batch insertion into a memory store's tables.
struct MemoryBatchInsertion {
  private let model: CompiledModel
  private let layout: EntityLayout
  private let properties: [PropertyLayout]
  /// The values of the rows, in the order of `properties`.
  private let rows: [ContiguousArray<Value>]
  private let options: BatchOptions
  private let keys: MemoryKeys
  private var writer = RowWriter()

  init(
    _ model: CompiledModel, _ source: BatchRowSource, rows: [ContiguousArray<Value>], _ options: BatchOptions,
    keys: MemoryKeys
  ) {
    self.model = model
    self.layout = source.layout
    properties = source.properties
    self.rows = rows
    self.options = options
    self.keys = keys
  }

  mutating func run(on tables: inout MemoryTables) throws -> BatchOutcome {
    var outcome = BatchOutcome()
    let root = layout.rootIndex
    for values in rows {
      let key = keys.allocate(1, root: root).lowerBound
      let row = try pack(values, key)
      if let (constraint, owner) = collision(row.row, in: tables) {
        switch options.policy {
        case .errorMergePolicyType: throw duplicate(constraint, values)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: continue
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
          outcome.note(owner, try overwrite(owner, values, in: &tables), options)
        }
        continue
      }
      tables.put(row, root: root)
      outcome.note(key, layout.index, options)
    }
    return outcome
  }

  private mutating func pack(_ values: ContiguousArray<Value>, _ key: Int64) throws -> RowReference {
    writer.begin(key: key, version: 1, entityIndex: layout.index, cellCount: layout.cellCount)
    for (index, property) in properties.enumerated() { try writer.setAttribute(values[index], property) }
    return writer.end()
  }

  /// Another row with values that must be unique, and the constraint that says so.
  private func collision(_ row: Row, in tables: MemoryTables) -> (UniqueIndex, Int64)? {
    for index in tables.constraints where index.covers(layout.index) {
      if let values = index.values(of: row), let owner = index.rows(sharing: values).first(where: { $0 != row.key }) {
        return (index, owner)
      }
    }
    return nil
  }

  /// Writes the attributes over those of a row, whose relationships stay. Gives the row's entity.
  private mutating func overwrite(
    _ key: Int64, _ new: ContiguousArray<Value>, in tables: inout MemoryTables
  ) throws -> Int {
    let root = layout.rootIndex
    guard let old = tables.row(key, root: root) else { return layout.index }
    let owner = model.layouts[old.row.entityIndex]
    // A row of a sibling entity takes what both have from their parent.
    let values = properties.enumerated().map { ($1, new[$0]) }.filter { property, _ in
      property.slot < owner.properties.count && owner.properties[property.slot] === property
    }
    let written = try writer.rewrite(old.row, owner, replacing: values)
    // Another constraint of the new values may have yet another owner.
    if let (constraint, _) = collision(written.row, in: tables) { throw duplicate(constraint, new) }
    tables.put(written, root: root)
    return old.row.entityIndex
  }

  private func duplicate(_ constraint: UniqueIndex, _ row: ContiguousArray<Value>) -> NSError {
    var values: [String: Any] = [:]
    for (index, property) in properties.enumerated() where constraint.names.contains(property.name) {
      values[property.name] = property.attributeKind.flatMap { property.publicValue(row[index], $0) }
    }
    return BatchError.duplicate(layout, constraint.names, values)
  }
}
