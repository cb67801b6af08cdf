/// A batch insertion into a memory store's tables.
struct MemoryBatchInsertion {
  private let model: CompiledModel
  private let source: BatchRowSource
  private let options: BatchOptions
  private let keys: MemoryKeys
  private var writer = RowWriter()

  init(_ model: CompiledModel, _ source: BatchRowSource, _ options: BatchOptions, keys: MemoryKeys) {
    self.model = model
    self.source = source
    self.options = options
    self.keys = keys
  }

  mutating func run(on tables: inout MemoryTables) throws -> BatchOutcome {
    var outcome = BatchOutcome()
    let root = source.layout.rootIndex
    while try source.next() {
      let key = keys.allocate(1, root: root).lowerBound
      let row = pack(key)
      if let (constraint, owner) = collision(row.row, in: tables) {
        switch options.policy {
        case .errorMergePolicyType: throw duplicate(constraint)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: continue
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
          outcome.note(owner, try overwrite(owner, in: &tables), options)
        }
        continue
      }
      tables.put(row, root: root)
      outcome.note(key, source.layout.index, options)
    }
    return outcome
  }

  private mutating func pack(_ key: Int64) -> RowReference {
    writer.begin(key: key, version: 1, entityIndex: source.layout.index, cellCount: source.layout.cellCount)
    for (index, property) in source.properties.enumerated() { writer.setAttribute(source.values[index], property) }
    return writer.end()
  }

  /// Another row with values that must be unique, and the constraint that says so.
  private func collision(_ row: Row, in tables: MemoryTables) -> (UniqueIndex, Int64)? {
    for index in tables.constraints where index.covers(source.layout.index) {
      if let values = index.values(of: row), let owner = index.rows(sharing: values).first(where: { $0 != row.key }) {
        return (index, owner)
      }
    }
    return nil
  }

  /// Writes the attributes over those of a row, whose relationships stay. Gives the row's entity.
  private mutating func overwrite(_ key: Int64, in tables: inout MemoryTables) throws -> Int {
    let root = source.layout.rootIndex
    guard let old = tables.row(key, root: root) else { return source.layout.index }
    let layout = model.layouts[old.row.entityIndex]
    // A row of a sibling entity takes what both have from their parent.
    let values = source.properties.enumerated().map { ($1, source.values[$0]) }.filter { property, _ in
      property.slot < layout.properties.count && layout.properties[property.slot] === property
    }
    let new = writer.rewrite(old.row, layout, replacing: values)
    // Another constraint of the new values may have yet another owner.
    if let (constraint, _) = collision(new.row, in: tables) { throw duplicate(constraint) }
    tables.put(new, root: root)
    return old.row.entityIndex
  }

  private func duplicate(_ constraint: UniqueIndex) -> NSError {
    var values: [String: Any] = [:]
    for (index, property) in source.properties.enumerated() where constraint.names.contains(property.name) {
      values[property.name] = property.attributeKind.flatMap { source.values[index].boxed($0) }
    }
    return BatchError.duplicate(source.layout, constraint.names, values)
  }
}
