/// Checks values that must be unique in a store in memory, once the changes of a save are in its tables.
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
    for index in tables.constraints { check(index, &found) }
    return found
  }

  private func check(_ index: UniqueIndex, _ found: inout [ConstraintViolation]) {
    var shared: [[AnyHashable]] = []
    var seen: Set<[AnyHashable]> = []
    for list in [changes.inserted, changes.updated] {
      for object in list where index.covers(object.layout.index) {
        guard let row = tables.row(object.savedKey, root: object.layout.rootIndex)?.row,
          let values = index.values(of: row), index.rows(sharing: values).count > 1, seen.insert(values).inserted
        else { continue }
        shared.append(values)
      }
    }
    guard !shared.isEmpty else { return }
    let saved = savedObjects(of: index)
    for values in shared { report(index.rows(sharing: values).sorted(), saved, index, &found) }
  }

  private func savedObjects(of index: UniqueIndex) -> [Int64: NSManagedObject] {
    var objects: [Int64: NSManagedObject] = [:]
    for list in [changes.inserted, changes.updated] {
      for object in list where index.covers(object.layout.index) { objects[object.savedKey] = object }
    }
    return objects
  }

  private func report(
    _ keys: [Int64], _ saved: [Int64: NSManagedObject], _ index: UniqueIndex, _ found: inout [ConstraintViolation]
  ) {
    let mine = keys.compactMap { saved[$0] }
    if let stored = keys.first(where: { saved[$0] == nil }) {
      let existing = tables.row(stored, root: index.layout.rootIndex)
      for object in mine {
        found.append(ConstraintViolation(object: object, constraint: index.names, existing: existing, other: nil))
      }
    } else if let first = mine.first {
      for object in mine.dropFirst() {
        found.append(ConstraintViolation(object: object, constraint: index.names, existing: nil, other: first))
      }
    }
  }
}
