/// What persistent history notes of a save.
extension SaveSession {
  /// Before the rows go, since some of their values are kept.
  func noteDeletions() throws {
    guard let history else { return }
    for object in changes.deleted { try history.noteDeletions(schema.entity(object.layout), [object.key]) }
  }

  func noteWrites() throws {
    guard let history else { return }
    for object in changes.updated {
      let changed = object.differingProperties.filter { !$0.isTransient }
      if changed.isEmpty { continue }
      try history.note(.update, schema.entity(object.layout), object.key, changed: changed)
    }
    for object in changes.inserted { try history.note(.insert, schema.entity(object.layout), object.savedKey) }
  }
}
