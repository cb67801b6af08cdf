/// An ordered relationship as an ordered set: reading it reads the relationship, changing it changes both of its sides.
///
/// Foundation's class changes its own storage in most of its members, so all of them are overridden. What it does not
/// leave open, `for`-`in` and `array` among it, reads that storage: so the members are mirrored there, each time that the
/// relationship is changed through this object.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let property: PropertyLayout
  /// Whether the storage is being changed: then the questions that Foundation asks are about it.
  private var isMirroring = false

  init(_ owner: NSManagedObject, _ property: PropertyLayout) {
    self.owner = owner
    self.property = property
    super.init(capacity: 0)
    mirror()
  }

  required init?(coder: NSCoder) { nil }

  required init(arrayLiteral elements: Any...) { fatalError("A relationship's set belongs to an object.") }

  private var members: ContiguousArray<NSManagedObject> { owner.toMany(property).members }

  // MARK: Reading

  override var count: Int { isMirroring ? super.count : owner.toMany(property).count }

  override func object(at idx: Int) -> Any { isMirroring ? super.object(at: idx) : members[idx] }

  override subscript(idx: Int) -> Any {
    get { members[idx] }
    set { setObject(newValue, at: idx) }
  }

  override func index(of object: Any) -> Int {
    (object as? NSManagedObject).flatMap { owner.toMany(property).index(of: $0) } ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool { !isMirroring && index(of: object) != NSNotFound }

  /// The members at this moment, as a set of its own.
  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: Array(members)) }

  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: Array(members)) }

  // MARK: One member

  override func add(_ object: Any) {
    let object = managedObject(object)
    owner.add(object, to: property)
    // Adding many must not mirror all of them each time.
    if super.count + 1 == count, members.last === object {
      isMirroring = true
      super.insert(object, at: super.count)
      isMirroring = false
    } else {
      mirror()
    }
  }

  override func remove(_ val: Any) {
    guard let object = val as? NSManagedObject else { return }
    owner.remove(object, from: property)
    mirror()
  }

  override func removeObject(at idx: Int) { remove(members[idx]) }

  override func insert(_ object: Any, at idx: Int) { edit { $0.insert(managedObject(object), at: idx) } }

  override func replaceObject(at idx: Int, with obj: Any) {
    edit { $0.replaceObject(at: idx, with: managedObject(obj)) }
  }

  override func setObject(_ obj: Any, at idx: Int) { edit { $0.setObject(managedObject(obj), at: idx) } }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    edit { $0.exchangeObject(at: idx1, withObjectAt: idx2) }
  }

  // MARK: Several members

  override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
    for object in UnsafeBufferPointer(start: objects, count: count) { add(object) }
  }

  override func addObjects(from array: [Any]) { for object in array { add(object) } }

  override func insert(_ objects: [Any], at indexes: IndexSet) {
    edit { $0.insert(objects.map(managedObject), at: indexes) }
  }

  override func moveObjects(at indexes: IndexSet, to idx: Int) { edit { $0.moveObjects(at: indexes, to: idx) } }

  override func replaceObjects(in range: NSRange, with objects: UnsafePointer<AnyObject>!, count: Int) {
    edit { $0.replaceObjects(in: range, with: objects, count: count) }
  }

  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    edit { $0.replaceObjects(at: indexes, with: objects.map(managedObject)) }
  }

  override func removeObjects(in range: NSRange) { edit { $0.removeObjects(in: range) } }

  override func removeObjects(at indexes: IndexSet) { edit { $0.removeObjects(at: indexes) } }

  override func removeObjects(in array: [Any]) { edit { $0.removeObjects(in: array) } }

  override func removeAllObjects() { edit { $0.removeAllObjects() } }

  override func intersect(_ other: NSOrderedSet) { edit { $0.intersect(other) } }

  override func minus(_ other: NSOrderedSet) { edit { $0.minus(other) } }

  override func union(_ other: NSOrderedSet) { edit { $0.union(other) } }

  override func intersectSet(_ other: Set<AnyHashable>) { edit { $0.intersectSet(other) } }

  override func minusSet(_ other: Set<AnyHashable>) { edit { $0.minusSet(other) } }

  override func unionSet(_ other: Set<AnyHashable>) { edit { $0.unionSet(other) } }

  // MARK: Order

  override func sort(comparator cmptr: (Any, Any) -> ComparisonResult) { edit { $0.sort(comparator: cmptr) } }

  override func sort(options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult) {
    edit { $0.sort(options: opts, usingComparator: cmptr) }
  }

  override func sortRange(
    _ range: NSRange, options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    edit { $0.sortRange(range, options: opts, usingComparator: cmptr) }
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) { edit { $0.sort(using: sortDescriptors) } }

  // MARK: -

  /// Changes a plain set of the members, and makes the relationship that.
  private func edit(_ change: (NSMutableOrderedSet) -> Void) {
    let plain = NSMutableOrderedSet(array: Array(members))
    change(plain)
    owner.setPropertyValue(plain, forKey: property.name)
    mirror()
  }

  /// Makes Foundation's storage the members of now.
  private func mirror() {
    isMirroring = true
    defer { isMirroring = false }
    while super.count > 0 { super.removeObject(at: super.count - 1) }
    for object in members { super.insert(object, at: super.count) }
  }

  private func managedObject(_ object: Any) -> NSManagedObject {
    guard let object = object as? NSManagedObject else { owner.unacceptable(object, for: property) }
    return object
  }
}
