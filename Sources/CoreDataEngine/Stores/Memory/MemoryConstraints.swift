/// Checks values that must be unique in a store in memory.
struct MemoryConstraints {
  private let tables: MemoryTables
  private let changes: ChangeSet

  init(_ tables: MemoryTables, _ changes: ChangeSet) {
    self.tables = tables
    self.changes = changes
  }

  /// The violations among the saved objects; nil values collide with nothing.
  func violations() -> [ConstraintViolation] {
    var found: [ConstraintViolation] = []
    let saved = changes.inserted + changes.updated
    var groups: [String: (layout: EntityLayout, names: [String])] = [:]
    for object in saved {
      var layout: EntityLayout? = object.layout
      while let current = layout {
        for names in current.entity.constraintNames {
          groups["\(current.index):\(names.joined(separator: ","))"] = (current, names)
        }
        layout = current.superlayout
      }
    }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) { check(group.layout, group.names, saved, &found) }
    return found
  }

  private func check(
    _ layout: EntityLayout, _ names: [String], _ saved: ContiguousArray<NSManagedObject>,
    _ found: inout [ConstraintViolation]
  ) {
    let properties = names.compactMap { layout.property(named: $0) }
    let objects = Dictionary(
      saved.filter { $0.layout.isKind(of: layout) }.map { (key(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    guard !objects.isEmpty else { return }
    var seen: [[AnyHashable]: [RowReference]] = [:]
    for (_, reference) in tables.rows[layout.rootIndex].sorted(by: { $0.key < $1.key })
    where reference.row.entityIndex >= layout.index && reference.row.entityIndex <= layout.lastDescendant {
      if let values = values(of: reference.row, properties) { seen[values, default: []].append(reference) }
    }
    for group in seen.values where group.count > 1 {
      let stored = group.first { objects[$0.row.key] == nil }
      let mine = group.compactMap { objects[$0.row.key] }
      if let stored {
        for object in mine {
          found.append(ConstraintViolation(object: object, constraint: names, existing: stored, other: nil))
        }
      } else if let first = mine.first {
        for object in mine.dropFirst() {
          found.append(ConstraintViolation(object: object, constraint: names, existing: nil, other: first))
        }
      }
    }
  }

  private func key(of object: NSManagedObject) -> Int64 {
    let permanent = object.touched?.permanentKey ?? 0
    return permanent > 0 ? permanent : object.key
  }

  private func values(of row: Row, _ properties: [PropertyLayout]) -> [AnyHashable]? {
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
