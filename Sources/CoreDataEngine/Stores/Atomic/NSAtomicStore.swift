/// A store of a program's own that is read as a whole when it is added and written as a whole with each save. Follows
/// Apple's `NSAtomicStore`.
///
/// A subclass reads its file in `load()`, which makes a node for each object and hands them to `addCacheNodes(_:)`, and
/// writes all of `cacheNodes()` in `save()`. Its methods are called one at a time.
open class NSAtomicStore: NSPersistentStore {
  private var nodes: [NSManagedObjectID: NSAtomicStoreCacheNode] = [:]
  /// Made when the store is opened, before its own code runs.
  private var references: ReferenceTable?
  private var openedModel: CompiledModel?

  /// Reads the store, and adds a node for each of its objects. Called while the store is added. Throws when it cannot be
  /// read. A subclass has to override it.
  open func load() throws { throw mustOverride("load()") }

  /// Writes all nodes. Called for each save, when the nodes are those of the saved state; after an error they are as
  /// before. A subclass has to override it.
  open func save() throws { throw mustOverride("save()") }

  /// A node for an object that is saved for the first time, with its values. A subclass that overrides it need not call
  /// this.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    let node = nodes[managedObject.objectID] ?? NSAtomicStoreCacheNode(objectID: managedObject.objectID)
    fill(node, from: managedObject)
    return node
  }

  /// Gives a node the values of its object, which is saved with changes.
  open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
    fill(node, from: managedObject)
  }

  /// All nodes.
  open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }

  /// Adds nodes, as `load()` does. One takes the place of another of the same ID.
  open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes { nodes[node.objectID] = node }
  }

  /// Called before the nodes of deleted objects are removed. Does nothing by itself.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  /// The node of an object; nil when there is none.
  open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? { nodes[objectID] }

  /// The ID of the object that the store calls `data`, which may be anything hashable.
  open func objectID(for entity: NSEntityDescription, withReferenceObject data: Any) -> NSManagedObjectID {
    let (model, references) = opened()
    guard let layout = model.layout(of: entity) else {
      fatalError("The entity '\(entity.name ?? "")' is not in the model of \(self).")
    }
    return NSManagedObjectID(
      key: references.key(for: data, in: layout), layout: layout, model: model, store: reference)
  }

  /// What the store is to call a new object, for good. A subclass has to override it.
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    fatalError("\(Swift.type(of: self)) has to override newReferenceObject(for:).")
  }

  /// What the store calls an object. Traps for an ID that this store has not made.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    guard objectID.persistentStore === self, let reference = opened().references.reference(of: objectID.key) else {
      fatalError("\(objectID) is not of the store \(self).")
    }
    return reference
  }

  private func mustOverride(_ name: String) -> NSError {
    .coreData(NSPersistentStoreOperationError, reason: "\(Swift.type(of: self)) has to override \(name).")
  }

  private func opened() -> (model: CompiledModel, references: ReferenceTable) {
    if let openedModel, let references { return (openedModel, references) }
    guard let coordinator = persistentStoreCoordinator else {
      fatalError("\(self) has no coordinator, so it knows no model.")
    }
    let model = coordinator.compiledModel
    let table = ReferenceTable(keys: MemoryKeys(rootCount: model.rootCount, isShared: true))
    openedModel = model
    references = table
    return (model, table)
  }

  // MARK: For the engine

  override var canMove: Bool { true }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel
  ) throws {
    try StoreRules.refuseDerivedAttributes(in: entities)
    try loadMetadata()
    try StoreRules.checkGiven(metadata, of: self, entities: entities)
    try load()
    let complete = StoreRules.completed(metadata, of: self, model: model, entities: entities)
    try StoreRules.checkGiven(complete, of: self, entities: entities)
    metadata = complete
    var builder = TableBuilder(model: model, keys: MemoryKeys(rootCount: model.rootCount), metadata: complete)
    for node in nodes.values { builder.add(try NodeRecord.record(of: node)) }
    let archive = AtomicStoreArchive(self, model: model)
    open(
      with: MemoryStore(
        model: model, tables: builder.finish(), keys: MemoryKeys(rootCount: model.rootCount), archive: archive),
      metadata: complete)
  }

  override func referenceText(of key: Int64, in layout: EntityLayout) -> String {
    "p" + (references?.text(of: key) ?? "\(key)")
  }

  override func key(ofReference text: String, in layout: EntityLayout) -> Int64? {
    references?.key(ofText: text, in: layout)
  }

  /// Takes nodes as they are, for a save that may fail.
  func nodesByID() -> [NSManagedObjectID: NSAtomicStoreCacheNode] { nodes }

  func setNodes(_ nodes: [NSManagedObjectID: NSAtomicStoreCacheNode]) { self.nodes = nodes }

  func removeNodes(_ ids: some Sequence<NSManagedObjectID>) {
    for id in ids { nodes[id] = nil }
  }

  /// Copies an object's values into its node; destinations that have no node yet get an empty one.
  private func fill(_ node: NSAtomicStoreCacheNode, from object: NSManagedObject) {
    for property in object.layout.properties where !property.isTransient {
      switch property.kind {
      case .attribute: node.setValue(object.value(forKey: property.name), forKey: property.name)
      case .toOne: node.setValue(object.destination(of: property).map { self.node(for: $0) }, forKey: property.name)
      case .toMany:
        let members = object.toMany(property).members.map { self.node(for: $0) }
        node.setValue(property.isOrdered ? NSArray(array: members) : NSSet(array: members), forKey: property.name)
      }
    }
  }

  private func node(for object: NSManagedObject) -> NSAtomicStoreCacheNode {
    let id = object.objectID
    if let node = nodes[id] { return node }
    let node = NSAtomicStoreCacheNode(objectID: id)
    nodes[id] = node
    return node
  }
}
