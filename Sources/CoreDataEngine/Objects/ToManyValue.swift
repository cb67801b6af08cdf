/// The destinations of a to-many relationship of one object, in order, once they have been read or changed.
final class ToManyValue {
  unowned(unsafe) let property: PropertyLayout
  private(set) var members: ContiguousArray<NSManagedObject>
  /// What the store has; nil while it is the same as `members`.
  private(set) var committed: ContiguousArray<NSManagedObject>?
  /// The place of each member, built when it is first asked for and the set is not small.
  private var places: [ObjectIdentifier: Int]?

  init(_ property: PropertyLayout, members: ContiguousArray<NSManagedObject>) {
    self.property = property
    self.members = members
  }

  var count: Int { members.count }
  var isChanged: Bool { committed != nil }

  private static let smallCount = 8

  /// The place of `object`; nil when it is not a member.
  func index(of object: NSManagedObject) -> Int? {
    if members.count <= ToManyValue.smallCount { return members.firstIndex { $0 === object } }
    if let places { return places[ObjectIdentifier(object)] }
    var table = [ObjectIdentifier: Int](minimumCapacity: members.count)
    for (index, member) in members.enumerated() { table[ObjectIdentifier(member)] = index }
    places = table
    return table[ObjectIdentifier(object)]
  }

  func contains(_ object: NSManagedObject) -> Bool { index(of: object) != nil }

  private func willChange() { if committed == nil { committed = members } }

  /// Adds at the end; false when it was a member already.
  @discardableResult func append(_ object: NSManagedObject) -> Bool {
    guard !contains(object) else { return false }
    willChange()
    places?[ObjectIdentifier(object)] = members.count
    members.append(object)
    return true
  }

  /// Removes; false when it was no member. Unordered sets fill the gap with the last member, so that removal is cheap.
  @discardableResult func remove(_ object: NSManagedObject) -> Bool {
    guard let index = index(of: object) else { return false }
    willChange()
    if property.isOrdered {
      members.remove(at: index)
      places = nil
    } else {
      places?[ObjectIdentifier(object)] = nil
      let last = members.removeLast()
      if last !== object {
        members[index] = last
        places?[ObjectIdentifier(last)] = index
      }
    }
    return true
  }

  func insert(_ object: NSManagedObject, at index: Int) {
    willChange()
    members.insert(object, at: index)
    places = nil
  }

  /// Replaces all members; the new ones are distinct.
  func replace(with new: ContiguousArray<NSManagedObject>) {
    willChange()
    members = new
    places = nil
  }

  /// Takes it from the store whether `object` is a member: no change of the set, and what was changed about it goes.
  func take(_ object: NSManagedObject, isMember: Bool) {
    guard let committed else { return }
    let stored: ContiguousArray = committed.filter { $0 !== object }
    if isMember { append(object) } else { remove(object) }
    self.committed = isMember ? stored + [object] : stored
  }

  /// Ends being changed when the members are the saved ones again.
  func settleIfUnchanged() {
    guard let committed, committed.count == members.count else { return }
    let isSame =
      property.isOrdered
      ? committed.elementsEqual(members, by: ===)
      : Set(committed.map(ObjectIdentifier.init)) == Set(members.map(ObjectIdentifier.init))
    if isSame { self.committed = nil }
  }

  /// Takes the present members as saved.
  func commit() { committed = nil }

  /// Goes back to the saved members.
  func rollback() {
    guard let committed else { return }
    members = committed
    self.committed = nil
    places = nil
  }

  /// What has come and gone since the last save.
  var difference: (added: [NSManagedObject], removed: [NSManagedObject]) {
    guard let committed else { return ([], []) }
    let before = Set(committed.map(ObjectIdentifier.init))
    let now = Set(members.map(ObjectIdentifier.init))
    return (
      members.filter { !before.contains(ObjectIdentifier($0)) },
      committed.filter { !now.contains(ObjectIdentifier($0)) }
    )
  }
}
