/// A uniqueness constraint over the rows of a store in memory.
struct MemoryUniqueness {
  let owner: EntityLayout
  let properties: [PropertyLayout]

  /// The constraints that an entity declares or inherits, and those of the entities below it.
  static func constraints(of layout: EntityLayout) -> [MemoryUniqueness] {
    var all: [MemoryUniqueness] = []
    var current: EntityLayout? = layout
    while let owner = current {
      for names in owner.entity.constraintNames {
        let properties = names.compactMap { owner.property(named: $0) }
        guard !names.isEmpty, properties.count == names.count else { continue }
        all.append(MemoryUniqueness(owner: owner, properties: properties))
      }
      current = owner.superlayout
    }
    return all
  }

  var names: [String] { properties.map(\.name) }

  /// The values of a row; nil when the constraint is not about it, or one value is nil, which collides with nothing.
  func values(of row: Row) -> [AnyHashable]? {
    guard row.entityIndex >= owner.index, row.entityIndex <= owner.lastDescendant else { return nil }
    var values: [AnyHashable] = []
    for property in properties {
      if let kind = property.attributeKind {
        guard let value = row.value(of: property.cell, kind: kind).boxed(kind) as? AnyHashable else { return nil }
        values.append(value)
      } else {
        guard let target = row.destination(of: property) else { return nil }
        values.append(target)
      }
    }
    return values
  }
}
