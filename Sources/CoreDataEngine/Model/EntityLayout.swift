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
  private(set) var lastDescendant: Int
  private(set) var properties: [PropertyLayout]
  private(set) var slots: [String: Int]
  /// The values of a new object, by slot.
  private(set) var defaults: ContiguousArray<Value>
  /// The cells of a packed row.
  private(set) var cellCount: Int
  private(set) var fetchedProperties: [String: NSFetchedPropertyDescription]
  private let resolvedClass = Lock<NSManagedObject.Type?>(nil)

  init(_ entity: NSEntityDescription, index: Int, rootIndex: Int, superlayout: EntityLayout?) {
    self.entity = entity
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
    fetchedProperties = superlayout?.fetchedProperties ?? [:]
  }

  func close(lastDescendant: Int) { self.lastDescendant = lastDescendant }

  func append(_ description: NSPropertyDescription, kind: PropertyLayout.Kind, cells: Int, defaultValue: Value) {
    let property = PropertyLayout(
      description, kind: kind, slot: properties.count, cell: cells > 0 ? cellCount : -1, owner: self)
    slots[property.name] = property.slot
    properties.append(property)
    defaults.append(defaultValue)
    cellCount += cells
  }

  func append(_ fetched: NSFetchedPropertyDescription) { fetchedProperties[fetched.name] = fetched }

  /// The property of this name; nil for none.
  func property(named name: String) -> PropertyLayout? { slots[name].map { properties[$0] } }

  /// Whether this is `other` or lies below it; one comparison.
  func isKind(of other: EntityLayout) -> Bool { index >= other.index && index <= other.lastDescendant }

  var hasSubentities: Bool { lastDescendant > index }

  /// The class of the entity's objects, looked up when it is first needed.
  var objectClass: NSManagedObject.Type {
    resolvedClass.withLock { resolved in
      if let resolved { return resolved }
      let found = ObjectClass.named(entity.managedObjectClassName, entityName: name)
      resolved = found
      return found
    }
  }

  /// Takes `candidate` as the class when the model names it without its module, as far as the name tells.
  func adopt(_ candidate: NSManagedObject.Type) {
    guard candidate != NSManagedObject.self else { return }
    let wanted = (entity.managedObjectClassName ?? "").split(separator: ".").last.map(String.init)
    guard wanted == String(describing: candidate) else { return }
    resolvedClass.withLock { resolved in
      if resolved == nil || resolved == NSManagedObject.self { resolved = candidate }
    }
  }
}
