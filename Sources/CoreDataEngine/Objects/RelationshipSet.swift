/// The set that a to-many relationship gives: an `NSSet` over the members as they were when it was asked for.
///
/// Iterating and counting cost no hashing; a look-up builds the table once.
final class RelationshipSet: NSSet {
  let members: ContiguousArray<NSManagedObject>
  private let table = ManagedTable()

  init(_ members: ContiguousArray<NSManagedObject>) {
    self.members = members
    super.init(objects: nil, count: 0)
  }

  required override init(objects: UnsafePointer<AnyObject>?, count: Int) {
    var members: ContiguousArray<NSManagedObject> = []
    for index in 0..<count { if let object = objects?[index] as? NSManagedObject { members.append(object) } }
    self.members = members
    super.init(objects: nil, count: 0)
  }

  required init?(coder: NSCoder) { return nil }

  override var count: Int { members.count }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject else { return nil }
    return table.contains(object, in: members) ? object : nil
  }

  override func objectEnumerator() -> NSEnumerator { MemberEnumerator(members) }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Which objects are members, looked up by identity.
private final class ManagedTable {
  private let lock = NSLock()
  private var identities: Set<ObjectIdentifier>?

  func contains(_ object: NSManagedObject, in members: ContiguousArray<NSManagedObject>) -> Bool {
    if members.count <= 8 { return members.contains { $0 === object } }
    return lock.withLock {
      let all = identities ?? Set(members.map(ObjectIdentifier.init))
      identities = all
      return all.contains(ObjectIdentifier(object))
    }
  }
}

/// Walks over the members in order.
private final class MemberEnumerator: NSEnumerator {
  private let members: ContiguousArray<NSManagedObject>
  private var next = 0

  init(_ members: ContiguousArray<NSManagedObject>) { self.members = members }

  override func nextObject() -> Any? {
    guard next < members.count else { return nil }
    defer { next += 1 }
    return members[next]
  }
}
