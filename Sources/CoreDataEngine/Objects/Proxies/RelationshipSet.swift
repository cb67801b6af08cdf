/// A to-many relationship as a set: reading it reads the relationship, changing it changes both of its sides.
final class RelationshipSet: NSMutableSet {
  private let owner: NSManagedObject
  private let property: PropertyLayout

  init(_ owner: NSManagedObject, _ property: PropertyLayout) {
    self.owner = owner
    self.property = property
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { nil }

  required init(capacity numItems: Int) { fatalError("A relationship's set belongs to an object.") }

  private var members: ContiguousArray<NSManagedObject> { owner.toMany(property).members }

  override var count: Int { owner.toMany(property).count }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject, owner.toMany(property).contains(object) else { return nil }
    return object
  }

  override func contains(_ anObject: Any) -> Bool { member(anObject) != nil }

  /// Of the members as they are now; changing the set does not disturb it.
  override func objectEnumerator() -> NSEnumerator { NSArray(array: Array(members)).objectEnumerator() }

  override var allObjects: [Any] { Array(members) }

  override func anyObject() -> Any? { members.first }

  override func add(_ object: Any) { owner.add(managedObject(object), to: property) }

  override func remove(_ object: Any) {
    if let object = object as? NSManagedObject { owner.remove(object, from: property) }
  }

  override func addObjects(from array: [Any]) { for object in array { add(object) } }

  override func removeAllObjects() { owner.setDestinations([], of: property) }

  override func union(_ otherSet: Set<AnyHashable>) { for object in otherSet { add(object.base) } }

  override func minus(_ otherSet: Set<AnyHashable>) { for object in otherSet { remove(object.base) } }

  override func intersect(_ otherSet: Set<AnyHashable>) {
    owner.setDestinations(members.filter { otherSet.contains($0) }, of: property)
  }

  override func setSet(_ otherSet: Set<AnyHashable>) {
    owner.setPropertyValue(NSSet(array: otherSet.map(\.base)), forKey: property.name)
  }

  /// The members at this moment, as a set of its own.
  override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: allObjects) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: allObjects) }

  private func managedObject(_ object: Any) -> NSManagedObject {
    guard let object = object as? NSManagedObject else { owner.unacceptable(object, for: property) }
    return object
  }
}
