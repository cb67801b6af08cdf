extension MemoryTables {
  /// Keeps the to-many sides of a row's to-one relationships; nil where there is no row before or after.
  mutating func relink(_ layout: EntityLayout, from old: Row?, to new: Row?) {
    guard let key = (new ?? old).map({ ObjectKey(entityIndex: $0.entityIndex, key: $0.key) }) else { return }
    for property in layout.properties where property.isToOne && property.isStored {
      guard let inverse = property.inverse, inverse.isToMany else { continue }
      let before = old?.destination(of: property)
      let after = new?.destination(of: property)
      if before == after { continue }
      if let before { remove(key.key, from: inverse, of: before.key) }
      if let after { add(key, to: inverse, of: after.key) }
    }
  }

  /// Takes a row out, with its part in relationships.
  mutating func remove(_ key: Int64, _ layout: EntityLayout) {
    guard let old = removeRow(key, root: layout.rootIndex) else { return }
    relink(layout, from: old.row, to: nil)
    for property in layout.properties where property.isToMany {
      let members = setDestinations(EmptyCollection(), of: property, owner: key)
      guard let inverse = property.inverse, inverse.isToMany else { continue }
      for member in members { remove(key, from: inverse, of: member.key) }
    }
  }
}
