/// Builds the tables of a store from the objects of a file or of a store's own code.
struct TableBuilder {
  private let model: CompiledModel
  private let keys: MemoryKeys
  private var tables: MemoryTables
  private var writer = RowWriter()
  private var lists: [(relationship: PropertyLayout, owner: Int64, members: [ObjectKey])] = []

  init(model: CompiledModel, keys: MemoryKeys, metadata: [String: Any]) {
    self.model = model
    self.keys = keys
    tables = MemoryTables(model: model, metadata: metadata)
  }

  mutating func add(_ record: StoredRecord) {
    let layout = record.layout
    writer.begin(key: record.key, version: record.version, entityIndex: layout.index, cellCount: layout.cellCount)
    for property in layout.properties {
      switch property.kind {
      case .attribute where property.isStored: writer.setStored(record.values[property.slot], property)
      case .toOne where property.isStored:
        if let destination = record.destinations[property.slot]?.first { writer.setDestination(destination, property) }
      case .toMany where !property.isTransient:
        if let members = record.destinations[property.slot], !members.isEmpty {
          lists.append((property, record.key, members))
        }
      default: continue
      }
    }
    let row = writer.end()
    tables.put(row, root: layout.rootIndex)
    tables.relink(layout, from: nil, to: row.row)
    keys.reserve(record.key, root: layout.rootIndex)
  }

  /// The tables with all objects.
  mutating func finish() -> MemoryTables {
    for (relationship, owner, members) in lists {
      if let inverse = relationship.inverse, !inverse.isToMany {
        // The to-one sides say who the members are, the list says in which order.
        guard relationship.isOrdered else { continue }
        let known = tables.destinations(of: relationship, owner: owner)
        let isMember = Set(known)
        tables.setDestinations(members.filter(isMember.contains) + known, of: relationship, owner: owner)
      } else {
        let known = tables.destinations(of: relationship, owner: owner)
        tables.setDestinations(members + known, of: relationship, owner: owner)
        guard let inverse = relationship.inverse, let entity = entity(of: owner, in: relationship) else { continue }
        for member in members { tables.add(ObjectKey(entityIndex: entity, key: owner), to: inverse, of: member.key) }
      }
    }
    tables.commit()
    return tables
  }

  private func entity(of owner: Int64, in relationship: PropertyLayout) -> Int? {
    tables.row(owner, root: relationship.owner.rootIndex)?.row.entityIndex
  }
}
