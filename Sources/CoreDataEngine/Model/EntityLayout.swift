import CCoreDataRuntime
import Synchronization

/// What the engine knows of an entity once its model is in use: its place in Apple's numbering, its properties by slot.
///
/// Slots of a parent come first, so a slot means the same property in every sub-entity. Immutable once compiled.
final class EntityLayout {
  let entity: NSEntityDescription
  let name: String
  /// The place in Apple's numbering, from 0: depth first, roots and siblings by name without case.
  let index: Int
  /// The place of the hierarchy's root among the roots.
  let rootIndex: Int
  let isAbstract: Bool
  /// Not retained: the compiled model holds it.
  unowned(unsafe) let superlayout: EntityLayout?
  /// The last entity below this one; those below are numbered without a gap.
  @exclusivity(unchecked) private(set) var lastDescendant: Int
  @exclusivity(unchecked) private(set) var properties: [PropertyLayout]
  @exclusivity(unchecked) private(set) var slots: [String: Int]
  /// The values of a new object, by slot.
  @exclusivity(unchecked) private(set) var defaults: ContiguousArray<Value>
  /// By slot, what accessors need of a property, where it costs no reference counting.
  @exclusivity(unchecked) private(set) var places: UnsafeMutableBufferPointer<PropertyPlace>
  /// The cells of a packed row.
  @exclusivity(unchecked) private(set) var cellCount: Int
  /// The slots whose values a row does not have as they are: relationships, transient attributes.
  @exclusivity(unchecked) private(set) var slotsOutsideRows: [Int]
  /// What a save has to look at before it writes an object.
  @exclusivity(unchecked) private(set) var checks: ContiguousArray<PropertyCheck> = []
  /// The cells of a packed row that have values of their own.
  @exclusivity(unchecked) private(set) var storedCells: ContiguousArray<StoredCell> = []
  private(set) var fetchedProperties: [String: NSFetchedPropertyDescription]
  private let modules: ClassModules
  /// With how many modules were known when the class was looked up.
  private let resolvedClass = Lock<(type: NSManagedObject.Type, moduleCount: Int)?>(nil)
  /// `resolvedClass` once it cannot change any more, for those who ask for every row.
  private let settledClass = Atomic<UnsafeRawPointer?>(nil)

  init(
    _ entity: NSEntityDescription, index: Int, rootIndex: Int, superlayout: EntityLayout?, modules: ClassModules
  ) {
    self.entity = entity
    self.modules = modules
    name = entity.name ?? ""
    self.index = index
    self.rootIndex = rootIndex
    isAbstract = entity.isAbstract
    self.superlayout = superlayout
    lastDescendant = index
    properties = superlayout?.properties ?? []
    slots = superlayout?.slots ?? [:]
    defaults = superlayout?.defaults ?? []
    cellCount = superlayout?.cellCount ?? 0
    places = UnsafeMutableBufferPointer(start: nil, count: 0)
    slotsOutsideRows = superlayout?.slotsOutsideRows ?? []
    fetchedProperties = superlayout?.fetchedProperties ?? [:]
  }

  deinit { places.deallocate() }

  func close(lastDescendant: Int) { self.lastDescendant = lastDescendant }

  /// Called once all properties are there and connected.
  func closeProperties() {
    checks = ContiguousArray(properties.compactMap(PropertyCheck.init))
    storedCells = ContiguousArray(properties.compactMap(StoredCell.init))
    places = .allocate(capacity: properties.count)
    for (slot, property) in properties.enumerated() {
      places.initializeElement(at: slot, to: PropertyPlace(property))
    }
  }

  func append(_ description: NSPropertyDescription, kind: PropertyLayout.Kind, cells: Int, defaultValue: Value) {
    let property = PropertyLayout(
      description, kind: kind, slot: properties.count, cell: cells > 0 ? cellCount : -1, owner: self)
    slots[property.name] = property.slot
    properties.append(property)
    if property.isRelationship || !property.isStored { slotsOutsideRows.append(property.slot) }
    defaults.append(defaultValue)
    cellCount += cells
  }

  func append(_ fetched: NSFetchedPropertyDescription) { fetchedProperties[fetched.name] = fetched }

  /// The property of this name; nil for none.
  func property(named name: String) -> PropertyLayout? { slots[name].map { properties[$0] } }

  /// Whether a to-many relationship is on the way along keys.
  func leadsToMany(_ keys: ArraySlice<String>) -> Bool {
    var layout = self
    for key in keys {
      guard let property = layout.property(named: key), property.isRelationship else { return false }
      if property.isToMany { return true }
      layout = property.destination
    }
    return false
  }

  /// Whether this is `other` or lies below it; one comparison.
  func isKind(of other: EntityLayout) -> Bool { index >= other.index && index <= other.lastDescendant }

  var hasSubentities: Bool { lastDescendant > index }

  /// The class of the entity's objects, looked up when it is first needed.
  var objectClass: NSManagedObject.Type {
    if let settled = settledClass.load(ordering: .relaxed) {
      return unsafeBitCast(settled, to: NSManagedObject.Type.self)
    }
    let known = modules.names
    return resolvedClass.withLock { resolved in
      if let resolved, resolved.moduleCount == known.count || resolved.type != NSManagedObject.self {
        return resolved.type
      }
      let found = ObjectClass.named(entity.managedObjectClassName, in: entity.storage.moduleHints + known)
      resolved = (found, known.count)
      settle(found)
      return found
    }
  }

  /// A new object of the entity's class, which belongs to no context and has no values: its maker gives it both.
  func instantiate() -> NSManagedObject { instantiate(objectClass) }

  /// The same of a class that the caller chooses.
  @inline(__always) func instantiate<Object: NSManagedObject>(_ type: Object.Type) -> Object {
    let before = coredata_exchange_instantiating_layout(Unmanaged.passUnretained(self).toOpaque())
    defer { _ = coredata_exchange_instantiating_layout(before) }
    return type.init(instantiating: entity)
  }

  /// The layout that is being instantiated on this thread, if it is that of `entity`.
  @inline(__always) static func instantiating(_ entity: NSEntityDescription) -> Unmanaged<EntityLayout>? {
    guard let pointer = coredata_instantiating_layout() else { return nil }
    let layout = Unmanaged<EntityLayout>.fromOpaque(pointer)
    return layout._withUnsafeGuaranteedRef { $0.entity === entity } ? layout : nil
  }

  /// A class of the program's own stays; `NSManagedObject` may only stand in for one that is not known yet.
  private func settle(_ type: NSManagedObject.Type) {
    let isNamed = entity.managedObjectClassName != "NSManagedObject"
    guard type != NSManagedObject.self || !isNamed else { return }
    settledClass.store(unsafeBitCast(type, to: UnsafeRawPointer.self), ordering: .relaxed)
  }

  /// Takes `candidate` as the class when the model names it without its module, as far as the name tells.
  func adopt(_ candidate: NSManagedObject.Type) {
    guard candidate != NSManagedObject.self, objectClass == NSManagedObject.self else { return }
    let wanted = (entity.managedObjectClassName ?? "").split(separator: ".").last.map(String.init)
    guard wanted == String(describing: candidate) else { return }
    modules.note(candidate)
    resolvedClass.withLock { resolved in
      guard resolved == nil || resolved?.type == NSManagedObject.self else { return }
      resolved = (candidate, 0)
      settle(candidate)
    }
  }
}
