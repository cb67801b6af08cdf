/// What one context has changed in a to-many relationship, for another one that may have changed it too.
struct ToManyEdit {
  var added: ContiguousArray<NSManagedObject> = []
  var removed: ContiguousArray<NSManagedObject> = []
  /// The members before and after, which tell the order; nil when they have not been read: then `added` come last.
  var order: (before: ContiguousArray<NSManagedObject>, now: ContiguousArray<NSManagedObject>)?

  /// The same about other objects.
  func mapped(_ translate: (NSManagedObject) -> NSManagedObject?) -> ToManyEdit {
    func list(_ objects: ContiguousArray<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
      ContiguousArray(objects.compactMap(translate))
    }
    return ToManyEdit(
      added: list(added), removed: list(removed), order: order.map { (list($0.before), list($0.now)) })
  }

  /// The members of an ordered relationship after the edit. Its order counts; a member that has come elsewhere stays
  /// behind the one that it followed, one that has gone elsewhere stays away.
  func applied(to members: ContiguousArray<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
    let present = Set(members.map(ObjectIdentifier.init))
    guard let order else {
      let gone = Set(removed.map(ObjectIdentifier.init))
      return members.filter { !gone.contains(ObjectIdentifier($0)) }
        + added.filter { !present.contains(ObjectIdentifier($0)) }
    }
    let before = Set(order.before.map(ObjectIdentifier.init))
    let now = Set(order.now.map(ObjectIdentifier.init))
    var first: [NSManagedObject] = []
    var followers: [ObjectIdentifier: [NSManagedObject]] = [:]
    var last: ObjectIdentifier?
    for member in members {
      let id = ObjectIdentifier(member)
      if now.contains(id) {
        last = id
      } else if !before.contains(id) {
        if let last { followers[last, default: []].append(member) } else { first.append(member) }
      }
    }
    var result = ContiguousArray(first)
    for member in order.now {
      let id = ObjectIdentifier(member)
      if present.contains(id) || !before.contains(id) { result.append(member) }
      if let list = followers[id] { result += list }
    }
    return result
  }
}

extension NSManagedObject {
  /// What was changed in a to-many relationship since it was read or saved.
  final func edit(of property: PropertyLayout) -> ToManyEdit {
    guard case .object(let object) = touched?.slots[property.slot] ?? .unset else { return ToManyEdit() }
    if let delta = object as? ToManyDelta { return ToManyEdit(added: delta.added, removed: delta.removed) }
    guard let value = object as? ToManyValue, let before = value.committed else { return ToManyEdit() }
    let (added, removed) = value.difference
    return ToManyEdit(
      added: ContiguousArray(added), removed: ContiguousArray(removed),
      order: property.isOrdered ? (before, value.members) : nil)
  }

  /// Makes an edit of another context to this object's relationship; what was changed here meanwhile stays.
  final func take(_ edit: ToManyEdit, of property: PropertyLayout) {
    if property.isOrdered {
      return setDestinations(edit.applied(to: toMany(property).members), of: property)
    }
    if let inverse = property.inverse, inverse.isToOne {
      // From the other side, so that the set need not be read.
      for member in edit.removed where member.destination(of: inverse) === self {
        member.setDestination(nil, of: inverse)
      }
      for member in edit.added { member.setDestination(self, of: inverse) }
    } else {
      for member in edit.removed { remove(member, from: property) }
      for member in edit.added { add(member, to: property) }
    }
  }
}
