/// One save into the tables of a store in memory. The caller commits the tables, or takes everything back.
struct MemorySave {
  private let changes: ChangeSet

  init(_ changes: ChangeSet) { self.changes = changes }

  /// Writes the changes; objects must have their keys.
  func run(on tables: inout MemoryTables) throws -> SaveOutcome {
    let conflicts = versionConflicts(with: tables)
    if !conflicts.isEmpty { return .conflicts(conflicts) }
    for object in changes.inserted { try store(object, version: 1, in: &tables) }
    for object in changes.updated {
      let written = object.hasWrittenValues
      if !written { changes.receipt.unwritten.insert(ObjectIdentifier(object)) }
      try store(object, version: (object.row?.version ?? 0) &+ (written ? 1 : 0), in: &tables)
    }
    for object in changes.deleted { tables.remove(object.key, object.layout) }
    for object in changes.inserted { link(object, in: &tables) }
    for object in changes.updated { link(object, in: &tables) }
    let violations = MemoryConstraints(tables, changes).violations()
    return violations.isEmpty ? .saved : .constraintConflicts(violations)
  }

  private func versionConflicts(with tables: MemoryTables) -> [RowConflict] {
    var conflicts: [RowConflict] = []
    for list in [changes.updated, changes.deleted, changes.locked] {
      for object in list {
        guard let known = object.row?.version else { continue }
        let current = tables.row(object.key, root: object.layout.rootIndex)
        if current?.row.version != known { conflicts.append(RowConflict(object: object, current: current)) }
      }
    }
    return conflicts
  }

  private func store(_ object: NSManagedObject, version: Int32, in tables: inout MemoryTables) throws {
    for property in object.layout.properties where property.attributeKind == .transformable {
      if case .object(let value) = object.touched?.slots[property.slot] ?? .unset,
        let value = value as? TransformableValue
      {
        _ = try TransformableCoding.data(from: value, of: property)
      }
    }
    let root = object.layout.rootIndex
    let key = object.savedKey
    let old = tables.row(key, root: root)
    let new = RowPacker.pack(object, key: key, version: version, permanentKeys: true)
    tables.put(new, root: root)
    tables.relink(object.layout, from: old?.row, to: new.row)
  }

  /// Takes over the to-many relationships that the object itself knows: many-to-many, without inverse, and orders. The
  /// members of the others come from their to-one sides.
  private func link(_ object: NSManagedObject, in tables: inout MemoryTables) {
    guard let touched = object.touched else { return }
    let owner = object.savedKey
    for property in object.layout.properties where property.isToMany && touched.changed.contains(property.slot) {
      guard case .object(let value) = touched.slots[property.slot] else { continue }
      let isOwn = property.inverse?.isToMany ?? true
      if let members = value as? ToManyValue {
        if property.isOrdered {
          tables.setDestinations(members.members.lazy.map(\.savedObjectKey), of: property, owner: owner)
          if isOwn { mirror(members.difference, of: object, in: property.inverse, &tables) }
        } else if isOwn {
          change(members.difference, of: object, property, &tables)
        }
      } else if let delta = value as? ToManyDelta, isOwn {
        change((Array(delta.added), Array(delta.removed)), of: object, property, &tables)
      }
    }
  }

  private func change(
    _ difference: (added: [NSManagedObject], removed: [NSManagedObject]), of object: NSManagedObject,
    _ property: PropertyLayout, _ tables: inout MemoryTables
  ) {
    let owner = object.savedKey
    for member in difference.removed { tables.remove(member.savedKey, from: property, of: owner) }
    for member in difference.added { tables.add(member.savedObjectKey, to: property, of: owner) }
    mirror(difference, of: object, in: property.inverse, &tables)
  }

  /// The other side of a many-to-many relationship.
  private func mirror(
    _ difference: (added: [NSManagedObject], removed: [NSManagedObject]), of object: NSManagedObject,
    in inverse: PropertyLayout?, _ tables: inout MemoryTables
  ) {
    guard let inverse else { return }
    for member in difference.removed { tables.remove(object.savedKey, from: inverse, of: member.savedKey) }
    for member in difference.added { tables.add(object.savedObjectKey, to: inverse, of: member.savedKey) }
  }
}

extension NSManagedObject {
  fileprivate var savedObjectKey: ObjectKey { ObjectKey(entityIndex: layout.index, key: savedKey) }
}
