/// Keeping the two sides of relationships in step.
extension MemoryTables {
  /// Puts a row's to-one destinations into the to-many side.
  mutating func linkToOnes(_ row: Row, _ layout: EntityLayout) {
    let key = ObjectKey(entityIndex: row.entityIndex, key: row.key)
    for property in layout.properties where property.isToOne && property.isStored {
      guard let inverse = property.inverse, inverse.isToMany, let target = row.destination(of: property) else {
        continue
      }
      var list = destinations[inverse.linkID]?[target.key] ?? []
      if !list.contains(key) { list.append(key) }
      destinations[inverse.linkID, default: [:]][target.key] = list
    }
  }

  mutating func unlink(_ row: Row, _ layout: EntityLayout) {
    let key = ObjectKey(entityIndex: row.entityIndex, key: row.key)
    for property in layout.properties where property.isToOne && property.isStored {
      guard let inverse = property.inverse, inverse.isToMany, let target = row.destination(of: property) else {
        continue
      }
      destinations[inverse.linkID]?[target.key]?.removeAll { $0 == key }
    }
  }

  /// Takes a row out, with its part in relationships of many.
  mutating func remove(_ rowKey: Int64, _ layout: EntityLayout) {
    guard let old = rows[layout.rootIndex].removeValue(forKey: rowKey) else { return }
    unlink(old.row, layout)
    let key = ObjectKey(entityIndex: layout.index, key: rowKey)
    for property in layout.properties where property.isToMany {
      let members = destinations[property.linkID]?.removeValue(forKey: rowKey) ?? []
      guard let inverse = property.inverse, inverse.isToMany else { continue }
      for member in members { destinations[inverse.linkID]?[member.key]?.removeAll { $0 == key } }
    }
  }
}
