/// An object of a context: one row of a store, or a new one. Follows Apple's `NSManagedObject`.
///
/// Used on the queue of its context only. Subclasses may override the class's open members; they inherit its
/// initializers, which the engine calls by their metatype when it makes objects for rows.
open class NSManagedObject: NSObject, NSFetchRequestResult, KeyValueCoding {
  /// The context's book of its objects; nil for an object that never had a context. It lives as long as the object.
  @exclusivity(unchecked) final var registryReference: Unmanaged<ObjectRegistry>?
  @inline(__always) final var registry: ObjectRegistry? { registryReference?.takeUnretainedValue() }
  /// Not retained: the registry, or the object's own values, keep the model. Threads that make objects at once would
  /// otherwise fight over its reference count.
  final let layoutReference: Unmanaged<EntityLayout>
  @inline(__always) final var layout: EntityLayout { layoutReference.takeUnretainedValue() }
  /// The key in the store, or a negative one that is unique in the process; 0 without a context.
  @exclusivity(unchecked) final var key: Int64 = 0
  /// The page that holds the object's row, or the keys of the batch that the row will be read with; nil for a new object,
  /// and for another fault whose row is not known yet.
  @exclusivity(unchecked) final var page: RowPage?
  /// The object's row in `page`, for access without reference counting; nil while it is not known.
  @exclusivity(unchecked) final var rowBase: UnsafeRawPointer?
  @exclusivity(unchecked) final var state: ObjectState = []
  /// The store's place in its coordinator.
  @exclusivity(unchecked) final var storeIndex: UInt16 = 0
  @exclusivity(unchecked) final var touched: ObjectValues?
  @exclusivity(unchecked) final var identifier: NSManagedObjectID?
  /// The to-one destination read last, which needs no slot of its own as long as nothing is changed.
  @exclusivity(unchecked) final var lastDestination: NSManagedObject?

  /// Makes an object of `entity` with its default values, and inserts it when there is a context.
  ///
  /// An abstract entity traps, and so does one of another model than the context's.
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    if context == nil, let layout = EntityLayout.instantiating(entity) {
      layoutReference = layout
      super.init()
      return
    }
    layoutReference = .passUnretained(NSManagedObject.layout(of: entity, for: context))
    super.init()
    if let context { context.onQueue { context.insertNew(self) } } else { becomeStandalone() }
  }

  /// Makes the object of a row; the engine sets the rest. Required, so that it can be called by the metatype of a
  /// subclass.
  public required convenience init(instantiating entity: NSEntityDescription) {
    self.init(entity: entity, insertInto: nil)
  }

  /// Inserts a new object of the entity that has this class; a class that no entity has traps.
  public convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: moc.entity(forClass: Self.self), insertInto: moc)
  }

  deinit {
    registryReference?._withUnsafeGuaranteedRef { $0.release(self) }
  }

  /// Two objects are equal when they are the same.
  open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4 }

  // MARK: Class

  /// Whether changes of properties that the model does not know leave the context unchanged.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  /// The entity whose objects are of this class, in the models in use. A class that none, or more than one entity in
  /// different models has, traps or gives the newest; prefer what a context can tell.
  open class func entity() -> NSEntityDescription {
    guard let entity = ModelDirectory.shared.entity(forClass: self) else {
      fatalError("No NSEntityDescriptions in any model claim the NSManagedObject subclass '\(self)'.")
    }
    return entity
  }

  /// A request for the objects of this class.
  open class func fetchRequest() -> NSFetchRequest<NSFetchRequestResult> {
    NSFetchRequest(entityName: entity().name ?? "")
  }

  // MARK: State

  /// The context; nil for an object that has none, or has none any more. Not retained.
  open var managedObjectContext: NSManagedObjectContext? { state.contains(.gone) ? nil : registry?.context }

  /// The entity.
  open var entity: NSEntityDescription { layout.entity }

  /// The ID: temporary until the object is saved.
  open var objectID: NSManagedObjectID { currentID }

  /// Whether the object is new in its context and not saved yet.
  open var isInserted: Bool { state.contains(.inserted) }

  /// Whether the object has unsaved changes.
  open var isUpdated: Bool { state.contains(.updated) }

  /// Whether the object will be deleted by the next save.
  open var isDeleted: Bool { state.contains(.deleted) }

  /// Whether the object is inserted, updated or deleted.
  open var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }

  /// Whether a save would write the object: attributes set to the value they had do not count, transient ones neither.
  open var hasPersistentChangedValues: Bool { onQueue { hasPersistentChanges } }

  /// Whether the values are still to be read, from the row cache or the store.
  open var isFault: Bool { state.contains(.fault) }

  /// 0 for an object with its values; another number for a fault.
  open var faultingState: Int { state.contains(.fault) ? 1 : 0 }

  /// Whether the destinations of a relationship are still to be read. An unknown name traps.
  open func hasFault(forRelationshipNamed key: String) -> Bool { isRelationshipFault(relationship(named: key)) }

  /// The IDs of a relationship's destinations, without making objects of them. An unknown name traps.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    destinationIDs(of: relationship(named: key))
  }

  // MARK: Key-value access

  /// The value of a property: numbers as `NSNumber`, to-many relationships as `NSSet` or `NSOrderedSet`.
  open func value(forKey key: String) -> Any? { propertyValue(forKey: key) }

  /// Sets a property, its inverse included. A value of the wrong class traps with Apple's message.
  open func setValue(_ value: Any?, forKey key: String) { setPropertyValue(value, forKey: key) }

  /// The value of a property, past notices and custom accessors.
  open func primitiveValue(forKey key: String) -> Any? { onQueue { primitiveProperty(forKey: key) } }

  /// Sets a property past change tracking and its inverse; call `willChangeValue` and `didChangeValue` around it.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) { setPrimitiveProperty(value, forKey: key) }

  /// A to-many relationship as a set: changing it changes the relationship and its inverse. An ordered relationship, and
  /// a key that is none, trap.
  ///
  /// Casting it to a Swift `Set` gives an empty one on Linux; take its `allObjects`, or a `copy()`.
  open func mutableSetValue(forKey key: String) -> NSMutableSet { mutableSet(forKey: key) }

  /// An ordered relationship as an ordered set: changing it changes the relationship and its inverse. A relationship
  /// without order, and a key that is none, trap.
  open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { mutableOrderedSet(forKey: key) }

  /// The same as `mutableSetValue(forKey:)` of the object before the last key. A path that breaks off traps.
  open func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
    let (owner, key) = endOfKeyPath(keyPath)
    return owner.mutableSetValue(forKey: key)
  }

  /// The same as `mutableOrderedSetValue(forKey:)` of the object before the last key. A path that breaks off traps.
  open func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
    let (owner, key) = endOfKeyPath(keyPath)
    return owner.mutableOrderedSetValue(forKey: key)
  }

  /// Called for a key that is no property; traps.
  open func value(forUndefinedKey key: String) -> Any? { undefinedKey(key) }

  /// Called for a key that is no property; traps.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { undefinedKey(key) }

  /// Called when nil is set where a number must be; an attribute of a managed object takes nil, so nothing calls it.
  open func setNilValueForKey(_ key: String) { setValue(nil, forKey: key) }

  /// The value of a property by name.
  open subscript(key: String) -> Any? {
    get { value(forKey: key) }
    set { setValue(newValue, forKey: key) }
  }

  /// Fires the fault; call it before a primitive value is read.
  open func willAccessValue(forKey key: String?) { prepareAccess() }

  /// The counterpart of `willAccessValue`.
  open func didAccessValue(forKey key: String?) {}

  /// Announces a change of a property made by `setPrimitiveValue`.
  open func willChangeValue(forKey key: String) { announceChange(forKey: key) }

  /// Notes a change of a property made by `setPrimitiveValue`, and keeps the inverse of a relationship.
  open func didChangeValue(forKey key: String) { noteChange(forKey: key) }

  /// Announces a change of a to-many relationship made by `setPrimitiveValue`.
  open func willChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
  ) { announceChange(forKey: inKey) }

  /// Notes a change of a to-many relationship made by `setPrimitiveValue`, and keeps the inverse.
  open func didChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
  ) { noteChange(forKey: inKey) }

  /// The last read or saved values of persistent properties; `NSNull` for nil. All of them when `keys` is nil.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] { committedProperties(keys) }

  /// The unsaved values of the persistent properties that differ from the last read or saved ones; `NSNull` for nil.
  open func changedValues() -> [String: Any] { onQueue { changedProperties } }

  /// The values before the changes since the last `processPendingChanges`; `NSNull` for nil.
  open func changedValuesForCurrentEvent() -> [String: Any] { onQueue { changedPropertiesOfEvent } }

  // MARK: Callbacks

  /// Called when the values have been read. What it sets of the object is not a change.
  open func awakeFromFetch() {}

  /// Called once, when the object is inserted.
  open func awakeFromInsert() {}

  /// Called when a snapshot has been put back, by undo, rollback, refresh or a merge policy.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Called when the object is about to be deleted, while its relationships are still there.
  open func prepareForDeletion() {}

  /// Called before the object is saved; it may change the object.
  open func willSave() {}

  /// Called after the object was saved.
  open func didSave() {}

  /// Called before the values are dropped.
  open func willTurnIntoFault() {}

  /// Called after the values were dropped.
  open func didTurnIntoFault() {}

  // MARK: Validation

  /// Checks one value against the model; throws Apple's validation errors.
  open func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try validateProperty(value.pointee, forKey: key)
  }

  /// Checks the object before it is deleted: the deny rule. Throws 1600, or 1560 with all problems.
  open func validateForDelete() throws { try validateDeletion() }

  /// Checks a new object before it is saved. Throws the problem, or 1560 with all of them.
  open func validateForInsert() throws { try validateProperties() }

  /// Checks a changed object before it is saved. Throws the problem, or 1560 with all of them.
  open func validateForUpdate() throws { try validateProperties() }

  open override var description: String { objectDescription }
}

/// Why a snapshot was put back, with Apple's raw values.
public struct NSSnapshotEventType: OptionSet, Sendable {
  /// Apple's raw value.
  public let rawValue: UInt

  /// Makes the type from Apple's raw value.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// An insertion was undone.
  public static let undoInsertion = NSSnapshotEventType(rawValue: 2)
  /// A deletion was undone.
  public static let undoDeletion = NSSnapshotEventType(rawValue: 4)
  /// A change was undone.
  public static let undoUpdate = NSSnapshotEventType(rawValue: 8)
  /// The context was rolled back.
  public static let rollback = NSSnapshotEventType(rawValue: 16)
  /// The object was refreshed.
  public static let refresh = NSSnapshotEventType(rawValue: 32)
  /// A merge policy put the stored values in.
  public static let mergePolicy = NSSnapshotEventType(rawValue: 64)
}
