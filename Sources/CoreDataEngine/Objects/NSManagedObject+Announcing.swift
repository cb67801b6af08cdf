/// Changes that a subclass makes by primitive values, between `willChangeValue` and `didChangeValue`.
extension NSManagedObject {
  /// Notes what a property had before.
  final func announceChange(forKey key: String) {
    prepareAccess()
    guard let property = property(named: key) else { return }
    if property.isRelationship { touch().announced[property.slot] = destinations(of: property) }
    noteWillChange(property)
  }

  /// Marks a property changed, and brings the other side of a relationship up to date.
  final func noteChange(forKey key: String) {
    prepareAccess()
    guard let property = property(named: key) else { return }
    let values = touch()
    didChange(property, in: values)
    guard let before = values.announced.removeValue(forKey: property.slot), let inverse = property.inverse else {
      return
    }
    let now = destinations(of: property)
    let known = Set(before.map(ObjectIdentifier.init))
    let staying = Set(now.map(ObjectIdentifier.init))
    for object in before where !staying.contains(ObjectIdentifier(object)) { object.removeInverse(self, of: inverse) }
    for object in now where !known.contains(ObjectIdentifier(object)) { object.addInverse(self, of: inverse) }
  }

  private func destinations(of property: PropertyLayout) -> ContiguousArray<NSManagedObject> {
    if property.isToMany { return toMany(property).members }
    return destination(of: property).map { [$0] } ?? []
  }
}
