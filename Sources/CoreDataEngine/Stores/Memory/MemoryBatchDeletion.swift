/// A batch deletion from a copy of a memory store's tables, by the delete rules of the model.
struct MemoryBatchDeletion {
  private let model: CompiledModel
  private(set) var tables: MemoryTables
  private var closure: DeletionClosure
  private var writer = RowWriter()

  init(_ model: CompiledModel, _ tables: MemoryTables) {
    self.model = model
    self.tables = tables
    closure = DeletionClosure(model)
  }

  mutating func run(_ keys: [ObjectKey]) throws {
    let before = tables
    try closure.grow(from: keys) { property, owners in
      owners.flatMap { MemoryBatchDeletion.destinations(of: property, $0, in: before) }
    }
    let groups = closure.groups
    var emptied: [(inverse: PropertyLayout, kind: String, owner: ObjectKey)] = []
    for (layout, keys) in groups {
      for property in layout.properties where property.isRelationship && property.deleteRule != .noActionDeleteRule {
        guard let inverse = property.inverse else { continue }
        for key in keys {
          for other in MemoryBatchDeletion.destinations(of: property, key, in: before) where !closure.contains(other) {
            if inverse.isToOne {
              if !inverse.isOptional { throw BatchError.mandatory(inverse, "mandatory OTO") }
              clear(inverse, other, pointingAt: key)
            } else if !inverse.isOptional {
              emptied.append((inverse, property.isToMany ? "mandatory MTM" : "manadatory OTM", other))
            }
          }
        }
      }
    }
    for (layout, keys) in groups { for key in keys { tables.remove(key, layout) } }
    for (inverse, kind, owner) in emptied where tables.destinations[inverse.linkID]?[owner.key]?.isEmpty ?? true {
      throw BatchError.mandatory(inverse, kind)
    }
  }

  private static func destinations(of property: PropertyLayout, _ owner: Int64, in tables: MemoryTables) -> [ObjectKey]
  {
    if property.isToMany { return tables.destinations[property.linkID]?[owner] ?? [] }
    guard property.isToOne, property.isStored,
      let row = tables.rows[property.owner.rootIndex][owner]?.row, let target = row.destination(of: property)
    else { return [] }
    return [target]
  }

  /// Clears a foreign key of a row that stays.
  private mutating func clear(_ property: PropertyLayout, _ key: ObjectKey, pointingAt deleted: Int64) {
    let layout = model.layouts[key.entityIndex]
    guard let old = tables.rows[layout.rootIndex][key.key], old.row.destination(of: property)?.key == deleted else {
      return
    }
    tables.rows[layout.rootIndex][key.key] = writer.rewrite(old.row, layout, clearing: [property])
  }
}
