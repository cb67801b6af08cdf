/// What has to be put back in one object to undo, or redo, a step.
struct ObjectMemento {
  let object: NSManagedObject
  /// Whether the object is to be there; nil when the step does not insert or delete it.
  let presence: Bool?
  let slots: [(property: PropertyLayout, value: RememberedValue)]

  /// Undoes the insertion of an object: it leads nowhere then, so that no rule of deletion concerns others.
  static func absent(_ object: NSManagedObject) -> ObjectMemento {
    ObjectMemento(object: object, presence: false, slots: emptyRelationships(of: object))
  }

  /// Undoes the changes of the event in an object; nil when there are none.
  static func unchanged(_ object: NSManagedObject) -> ObjectMemento? {
    guard let changed = object.touched?.changedInEvent, !changed.isEmpty else { return nil }
    var slots: [(property: PropertyLayout, value: RememberedValue)] = []
    changed.forEach { slot in
      let property = object.layout.properties[slot]
      slots.append((property, object.rememberedBeforeEvent(property)))
    }
    return ObjectMemento(object: object, presence: nil, slots: slots)
  }

  /// Undoes a deletion: all values, as they were before the event. A saved deletion leaves nothing else to take them
  /// from.
  static func present(_ object: NSManagedObject) -> ObjectMemento {
    let slots: [(property: PropertyLayout, value: RememberedValue)] = object.layout.properties.map { property in
      (
        property,
        property.isToMany ? .members(object.membersBeforeEvent(property)) : .value(object.valueBeforeEvent(property))
      )
    }
    return ObjectMemento(object: object, presence: true, slots: slots)
  }

  /// What leads back from the state that this memento leads to.
  var inverse: ObjectMemento {
    guard presence != nil else {
      return ObjectMemento(
        object: object, presence: nil, slots: slots.map { ($0.property, inverse(of: $0.value, $0.property)) })
    }
    if object.state.contains(.gone) { return .absent(object) }
    object.prepareAccess()
    return ObjectMemento(
      object: object, presence: !object.state.contains(.deleted),
      slots: object.layout.properties.map { ($0, object.rememberedNow($0)) })
  }

  private func inverse(of value: RememberedValue, _ property: PropertyLayout) -> RememberedValue {
    if case .edit(let removing, let adding) = value { return .edit(removing: adding, adding: removing) }
    object.prepareAccess()
    return object.rememberedNow(property)
  }

  private static func emptyRelationships(
    of object: NSManagedObject
  ) -> [(property: PropertyLayout, value: RememberedValue)] {
    object.layout.properties.filter(\.isRelationship).map { ($0, $0.isToMany ? .members([]) : .value(.null)) }
  }
}
