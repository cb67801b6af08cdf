import Synchronization

/// A context's book of its objects: one object for each row. It keeps none alive.
///
/// It lives as long as one of its objects, so that an object's last release may come on any thread and after the context
/// has gone.
///
/// @unchecked Sendable: the tables and `holders` are used under `lock`.
final class ObjectRegistry: @unchecked Sendable {
  let model: CompiledModel
  /// Keeps the entities' model readable for objects that outlive their context.
  private let sourceModel: NSManagedObjectModel
  private let lock = SpinLock()
  private typealias Table = KeyTable<UnretainedReference<NSManagedObject>>
  /// By store, and by root entity within a store. Objects with temporary keys are in the tables of store 0.
  @exclusivity(unchecked) private var tables: ContiguousArray<Table> = []
  /// How many objects there are that were taken in. The registry keeps itself while there are any: a reference that each
  /// of them counts would cost as much as its entry in the table.
  @exclusivity(unchecked) private var holders = 0
  let watch = RegistrationWatch()
  /// What every object of the context is marked with.
  let marks: ObjectState
  /// Whether rows can be too old for the context; asked for every fault that is fired.
  @exclusivity(unchecked) var rowsExpire: Bool
  /// The context, not retained; nil once it is gone.
  private let owner: Atomic<UnsafeRawPointer?>

  init(context: NSManagedObjectContext, model: CompiledModel, sourceModel: NSManagedObjectModel) {
    owner = Atomic(UnsafeRawPointer(Unmanaged.passUnretained(context).toOpaque()))
    self.model = model
    self.sourceModel = sourceModel
    marks = context.checksQueue ? .guarded : []
    rowsExpire = context.stalenessInterval >= 0
  }

  /// The context; nil once it is gone.
  var context: NSManagedObjectContext? {
    @inline(__always) get {
      owner.load(ordering: .relaxed).map { Unmanaged<NSManagedObjectContext>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Whether the context is still there.
  @inline(__always) var hasContext: Bool { owner.load(ordering: .relaxed) != nil }

  /// Called when the context goes away or starts anew.
  func detach() {
    if watch.isActive { watch.unregistered(allObjects(), model: model) }
    owner.store(nil, ordering: .relaxed)
  }

  /// The place of a hierarchy in a store among the tables.
  @inline(__always) private func place(store: UInt16, root: Int, key: Int64) -> Int {
    (key < 0 ? 0 : Int(store)) &* model.rootCount &+ root
  }

  /// The place of an object's table.
  @inline(__always) private func place(of object: NSManagedObject) -> Int {
    place(
      store: object.storeIndex, root: object.layoutReference._withUnsafeGuaranteedRef { $0.rootIndex }, key: object.key)
  }

  /// The table at a place; made when it is first used. Under `lock`.
  private func table(at place: Int) -> Table {
    while tables.count <= place { tables.append(Table()) }
    return tables[place]
  }

  /// The object of a key; nil when the context has none.
  func object(store: UInt16, root: Int, key: Int64) -> NSManagedObject? {
    let place = place(store: store, root: root, key: key)
    return lock.withLock { place < tables.count ? tables[place][key]?.object : nil }
  }

  /// The objects of a page's rows, nil where the context has none; the lock is taken once.
  func objects(of page: RowPage, store: UInt16, into found: inout ContiguousArray<NSManagedObject?>) {
    found.removeAll(keepingCapacity: true)
    found.reserveCapacity(page.count)
    lock.withLock {
      var entity = -1
      var table: Table?
      page.forEachRow { row, _ in
        if row.entityIndex != entity {
          entity = row.entityIndex
          let place = place(store: store, root: model.layouts[entity].rootIndex, key: 1)
          table = place < tables.count ? tables[place] : nil
        }
        found.append(table?[row.key]?.object)
      }
    }
  }

  /// Whether there is no object of a hierarchy of a store; then makes room for some.
  func isEmpty(store: UInt16, root: Int, reserving count: Int) -> Bool {
    let place = place(store: store, root: root, key: 1)
    return lock.withLock {
      let table = table(at: place)
      guard table.count == 0 else { return false }
      table.reserve(count)
      return true
    }
  }

  /// Takes an object in; from now on it belongs to the registry.
  func insert(_ object: NSManagedObject) {
    lock.withLock {
      table(at: place(of: object)).set(UnretainedReference(object), for: object.key)
      adopt(object)
    }
    if watch.isActive { watch.registered(CollectionOfOne(object), model: model) }
  }

  /// Objects of one hierarchy of a store.
  func insert(_ objects: UnsafeBufferPointer<NSManagedObject>) {
    guard let first = objects.first else { return }
    lock.withLock {
      let table = table(at: place(of: first))
      // As unmanaged references, which cost no reference counting.
      objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { references in
        for reference in references {
          reference._withUnsafeGuaranteedRef {
            table.set(UnretainedReference($0), for: $0.key)
            adopt($0)
          }
        }
      }
    }
    if watch.isActive { watch.registered(objects, model: model) }
  }

  /// Under `lock`.
  @inline(__always) private func adopt(_ object: NSManagedObject) {
    if let reference = object.registryReference {
      precondition(reference.toOpaque() == Unmanaged.passUnretained(self).toOpaque(), "An object has one context.")
      return
    }
    object.registryReference = .passUnretained(self)
    if holders == 0 { _ = Unmanaged.passRetained(self) }
    holders += 1
  }

  /// Takes an object out, unless another has taken its place.
  func forget(_ object: NSManagedObject) {
    if lock.withLock({ remove(object) && tellsOfForgotten }) {
      watch.unregistered(CollectionOfOne(object), model: model)
    }
  }

  /// Takes out an object that is being destroyed, which may be the end of the registry: another thread may destroy the last
  /// one as soon as this one does not count any more.
  func release(_ object: NSManagedObject) {
    var isLast = false
    let tells = lock.withLock {
      if remove(object), tellsOfForgotten { return true }
      isLast = endHolding()
      return false
    }
    if tells {
      watch.unregistered(CollectionOfOne(object), model: model)
      isLast = lock.withLock { endHolding() }
    }
    if isLast { Unmanaged.passUnretained(self).release() }
  }

  /// Under `lock`; whether it was the last one.
  @inline(__always) private func endHolding() -> Bool {
    holders -= 1
    return holders == 0
  }

  /// Under `lock`.
  @inline(__always) private func remove(_ object: NSManagedObject) -> Bool {
    let place = place(of: object)
    return place < tables.count && tables[place].remove(object.key) { $0.isReference(to: object) }
  }

  /// A context that is gone has told of all its objects.
  private var tellsOfForgotten: Bool { watch.isActive && hasContext }

  /// Gives new objects that were saved the keys they have in their stores.
  func givePermanentKeys(_ objects: ContiguousArray<NSManagedObject>) {
    let renamed = watch.isActive ? objects.filter { $0.key < 0 } : []
    var start = 0
    while start < objects.count {
      // Others wait for the lock, so it is not held for very long.
      let part = objects[start..<min(objects.count, start + ObjectRegistry.renamingLimit)]
      lock.withLock { for object in part where object.key < 0 { givePermanentKey(object) } }
      start = part.endIndex
    }
    for object in renamed { watch.registered(CollectionOfOne(object), model: model) }
  }

  private static let renamingLimit = 1_024

  private func givePermanentKey(_ object: NSManagedObject) {
    guard let touched = object.touched else { return }
    move(object, to: touched.permanentKey, store: touched.assignedStore ?? object.storeIndex)
  }

  /// Under `lock`.
  private func move(_ object: NSManagedObject, to key: Int64, store: UInt16) {
    table(at: place(of: object)).remove(object.key)
    object.storeIndex = store
    object.key = key
    object.identifier = nil
    table(at: place(of: object)).set(UnretainedReference(object), for: object.key)
  }

  /// Gives an object the key that it has in its store, unless there is an object of that key.
  func rename(_ object: NSManagedObject, to key: Int64, store: UInt16) {
    guard self.object(store: store, root: object.layout.rootIndex, key: key) == nil else { return }
    lock.withLock { move(object, to: key, store: store) }
    if watch.isActive { watch.registered(CollectionOfOne(object), model: model) }
  }

  /// All objects that are alive.
  func allObjects() -> [NSManagedObject] {
    lock.withLock {
      var all: [NSManagedObject] = []
      for table in tables { table.forEach { if let object = $1.object { all.append(object) } } }
      return all
    }
  }
}
