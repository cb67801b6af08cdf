/// What a deletion does to related objects.
extension NSManagedObjectContext {
  /// Carries out the delete rules of the event's deletions, and of those they cause. A queue, not recursion: cascades may
  /// be as long as the data is.
  func propagateDeletions() {
    var next = 0
    while next < event.deleted.count {
      let object = event.deleted[next]
      next += 1
      // Rows that others have deleted had the rules applied there.
      guard object.state.contains(.deleted), object.state.isDisjoint(with: [.inaccessible, .gone]) else { continue }
      for property in object.layout.properties where property.isRelationship {
        switch property.deleteRule {
        case .noActionDeleteRule, .denyDeleteRule: continue
        case .nullifyDeleteRule: nullify(property, of: object)
        case .cascadeDeleteRule:
          for destination in destinations(of: property, object) where !destination.state.contains(.deleted) {
            markDeleted(destination)
          }
        }
      }
    }
  }

  private func destinations(of property: PropertyLayout, _ object: NSManagedObject) -> ContiguousArray<NSManagedObject>
  {
    if property.isToMany { return object.toMany(property).members }
    return object.destination(of: property).map { [$0] } ?? []
  }

  /// Takes a deleted object out of the inverse of its destinations. Its own side stays, for undo and for `deny`.
  private func nullify(_ property: PropertyLayout, of object: NSManagedObject) {
    guard let inverse = property.inverse else { return }
    for destination in destinations(of: property, object) where !destination.state.contains(.deleted) {
      destination.removeInverse(object, of: inverse)
    }
  }
}
