/// A batch deletion from a memory store's tables, by the delete rules of the model.
struct MemoryBatchDeletion {
  private let model: CompiledModel
  private var closure: DeletionClosure
  private var writer = RowWriter()

  init(_ model: CompiledModel) {
    self.model = model
    closure = DeletionClosure(model)
  }

  mutating func run(_ keys: [ObjectKey], on tables: inout MemoryTables) throws {
    try closure.grow(from: keys) { property, owners in
      owners.flatMap { MemoryBatchDeletion.destinations(of: property, $0, in: tables) }
    }
    let groups = closure.groups
    var cleared: [(inverse: PropertyLayout, other: ObjectKey, deleted: Int64)] = []
    var emptied: [(inverse: PropertyLayout, kind: String, owner: ObjectKey)] = []
    for (layout, keys) in groups {
      for property in layout.properties where property.isRelationship && property.deleteRule != .noActionDeleteRule {
        guard let inverse = property.inverse else { continue }
        for key in keys {
          for other in MemoryBatchDeletion.destinations(of: property, key, in: tables) where !closure.contains(other) {
            if inverse.isToOne {
              if !inverse.isOptional { throw BatchError.mandatory(inverse, "mandatory OTO") }
              cleared.append((inverse, other, key))
            } else if !inverse.isOptional {
              emptied.append((inverse, property.isToMany ? "mandatory MTM" : "manadatory OTM", other))
            }
          }
        }
      }
    }
    for (inverse, other, key) in cleared { try clear(inverse, other, pointingAt: key, in: &tables) }
    for (layout, keys) in groups { for key in keys { tables.remove(key, layout) } }
    for (inverse, kind, owner) in emptied where tables.destinations(of: inverse, owner: owner.key).isEmpty {
      throw BatchError.mandatory(inverse, kind)
    }
  }

  private static func destinations(of property: PropertyLayout, _ owner: Int64, in tables: MemoryTables) -> [ObjectKey]
  {
    if property.isToMany { return tables.destinations(of: property, owner: owner) }
    guard property.isToOne, property.isStored,
      let row = tables.row(owner, root: property.owner.rootIndex)?.row, let target = row.destination(of: property)
    else { return [] }
    return [target]
  }

  /// Clears a foreign key of a row that stays.
  private mutating func clear(
    _ property: PropertyLayout, _ key: ObjectKey, pointingAt deleted: Int64, in tables: inout MemoryTables
  ) throws {
    let layout = model.layouts[key.entityIndex]
    guard let old = tables.row(key.key, root: layout.rootIndex), old.row.destination(of: property)?.key == deleted
    else { return }
    tables.put(try writer.rewrite(old.row, layout, clearing: [property]), root: layout.rootIndex)
  }
}
