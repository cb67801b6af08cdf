/// One save into a store in memory: on a copy of the tables, which takes the place of the old ones when all went well.
struct MemorySave {
  private let changes: ChangeSet
  private(set) var tables: MemoryTables

  init(_ changes: ChangeSet, _ tables: MemoryTables) {
    self.changes = changes
    self.tables = tables
  }

  mutating func run() throws -> SaveOutcome {
    let conflicts = versionConflicts()
    if !conflicts.isEmpty { return .conflicts(conflicts) }
    let given = assignKeys()
    var isSaved = false
    defer { if !isSaved { for object in given { object.touched?.permanentKey = 0 } } }
    for object in changes.inserted { try store(object, version: 1) }
    for object in changes.updated {
      let written = object.differingProperties.contains { $0.isStored }
      try store(object, version: (object.row?.version ?? 0) &+ (written ? 1 : 0))
    }
    for object in changes.deleted { remove(object) }
    for object in changes.inserted + changes.updated { link(object) }
    let violations = MemoryConstraints(tables, changes).violations()
    if !violations.isEmpty { return .constraintConflicts(violations) }
    isSaved = true
    return .saved
  }

  private func versionConflicts() -> [RowConflict] {
    var conflicts: [RowConflict] = []
    for object in changes.updated + changes.deleted + changes.locked {
      let current = tables.rows[object.layout.rootIndex][object.key]
      guard let known = object.row?.version else { continue }
      if current?.row.version != known { conflicts.append(RowConflict(object: object, current: current)) }
    }
    return conflicts
  }

  /// Gives keys to new objects; returns those that had none.
  private mutating func assignKeys() -> [NSManagedObject] {
    var given: [NSManagedObject] = []
    for object in changes.inserted {
      guard let touched = object.touched, touched.permanentKey == 0 else { continue }
      touched.permanentKey = tables.allocate(1, root: object.layout.rootIndex).lowerBound
      given.append(object)
    }
    return given
  }

  private func key(of object: NSManagedObject) -> Int64 {
    let permanent = object.touched?.permanentKey ?? 0
    return permanent > 0 ? permanent : object.key
  }

  private mutating func store(_ object: NSManagedObject, version: Int32) throws {
    for property in object.layout.properties where property.attributeKind == .transformable {
      if case .object(let value) = object.touched?.slots[property.slot] ?? .unset,
        let value = value as? TransformableValue
      {
        _ = try TransformableCoding.data(from: value, of: property)
      }
    }
    let root = object.layout.rootIndex
    if let old = tables.rows[root][object.key] { tables.unlink(old.row, object.layout) }
    let key = key(of: object)
    let row = RowPacker.pack(object, key: key, version: version, permanentKeys: true)
    tables.rows[root][key] = row
    tables.linkToOnes(row.row, object.layout)
  }

  private mutating func remove(_ object: NSManagedObject) { tables.remove(object.key, object.layout) }

  /// Takes over the to-many relationships that the object itself knows: many-to-many, without inverse, and orders.
  private mutating func link(_ object: NSManagedObject) {
    guard let touched = object.touched else { return }
    let owner = key(of: object)
    for property in object.layout.properties where property.isToMany && touched.changed.contains(property.slot) {
      guard case .object(let value) = touched.slots[property.slot] else { continue }
      if let members = value as? ToManyValue {
        tables.destinations[property.linkID, default: [:]][owner] = members.members.map(objectKey)
        if let inverse = property.inverse, inverse.isToMany { mirror(members.difference, of: object, in: inverse) }
      } else if let delta = value as? ToManyDelta, property.inverse?.isToMany ?? true {
        var list = tables.destinations[property.linkID]?[owner] ?? []
        for object in delta.removed { list.removeAll { $0.key == key(of: object) } }
        for object in delta.added where !list.contains(objectKey(object)) { list.append(objectKey(object)) }
        tables.destinations[property.linkID, default: [:]][owner] = list
      }
    }
  }

  private func objectKey(_ object: NSManagedObject) -> ObjectKey {
    ObjectKey(entityIndex: object.layout.index, key: key(of: object))
  }

  /// The other side of a many-to-many relationship.
  private mutating func mirror(
    _ difference: (added: [NSManagedObject], removed: [NSManagedObject]), of object: NSManagedObject,
    in inverse: PropertyLayout
  ) {
    let own = objectKey(object)
    for member in difference.removed {
      let removed = key(of: member)
      tables.destinations[inverse.linkID]?[removed]?.removeAll { $0 == own }
    }
    for member in difference.added {
      let added = key(of: member)
      var list = tables.destinations[inverse.linkID]?[added] ?? []
      if !list.contains(own) { list.append(own) }
      tables.destinations[inverse.linkID, default: [:]][added] = list
    }
  }
}
