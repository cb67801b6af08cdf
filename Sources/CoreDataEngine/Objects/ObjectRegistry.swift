import Synchronization

/// A context's book of its objects: one object for each row. It keeps none alive.
///
/// Objects hold it, so that an object's last release may come on any thread and after the context has gone.
///
/// @unchecked Sendable: the tables are used under `lock`.
final class ObjectRegistry: @unchecked Sendable {
  let model: CompiledModel
  /// Keeps the entities' model readable for objects that outlive their context.
  private let sourceModel: NSManagedObjectModel
  private let lock = SpinLock()
  private typealias Table = KeyTable<UnretainedReference<NSManagedObject>>
  /// By store, then by root entity. Objects with temporary keys are in the tables of store 0.
  @exclusivity(unchecked) private var tables: [[Table]] = []
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

  /// Called when the context goes away or starts anew.
  func detach() {
    if watch.isActive { watch.unregistered(allObjects(), model: model) }
    owner.store(nil, ordering: .relaxed)
  }

  /// The table of a hierarchy in a store; made when it is first used. Under `lock`.
  private func table(store: Int, root: Int) -> Table {
    while tables.count <= store { tables.append((0..<model.rootCount).map { _ in Table() }) }
    return tables[store][root]
  }

  private static func tableIndex(store: UInt16, key: Int64) -> Int { key < 0 ? 0 : Int(store) }

  /// The object of a key; nil when the context has none.
  func object(store: UInt16, root: Int, key: Int64) -> NSManagedObject? {
    lock.withLock {
      let store = ObjectRegistry.tableIndex(store: store, key: key)
      guard store < tables.count else { return nil }
      return tables[store][root][key]?.object
    }
  }

  /// The objects of a page's rows, nil where the context has none, an empty list when it has none at all; the lock is taken
  /// once.
  func objects(of page: RowPage, store: UInt16, into found: inout ContiguousArray<NSManagedObject?>) {
    found.removeAll(keepingCapacity: true)
    found.reserveCapacity(page.count)
    lock.withLock {
      guard Int(store) < tables.count else { return }
      let known = tables[Int(store)]
      if known.allSatisfy({ $0.count == 0 }) { return }
      let layouts = model.layouts
      page.forEachRow { row, _ in found.append(known[layouts[row.entityIndex].rootIndex][row.key]?.object) }
    }
  }

  /// Whether there is no object of a store.
  func isEmpty(store: UInt16) -> Bool {
    lock.withLock { Int(store) >= tables.count || tables[Int(store)].allSatisfy { $0.count == 0 } }
  }

  func insert(_ object: NSManagedObject) {
    lock.withLock { insertLocked(object) }
    if watch.isActive { watch.registered(CollectionOfOne(object), model: model) }
  }

  /// Objects of one store.
  func insert(_ objects: some Collection<NSManagedObject>) {
    lock.withLock {
      var current: Table?
      var root = -1
      for object in objects {
        if object.layout.rootIndex != root {
          root = object.layout.rootIndex
          current = table(store: ObjectRegistry.tableIndex(store: object.storeIndex, key: object.key), root: root)
          current?.reserve(objects.underestimatedCount)
        }
        current?.set(UnretainedReference(object), for: object.key)
      }
    }
    if watch.isActive { watch.registered(objects, model: model) }
  }

  private func insertLocked(_ object: NSManagedObject) {
    let store = ObjectRegistry.tableIndex(store: object.storeIndex, key: object.key)
    table(store: store, root: object.layout.rootIndex).set(UnretainedReference(object), for: object.key)
  }

  /// Takes an object out, unless another has taken its place; called by its deinitializer too.
  func forget(_ object: NSManagedObject) {
    guard object.key != 0 else { return }
    let isForgotten = lock.withLock {
      let store = ObjectRegistry.tableIndex(store: object.storeIndex, key: object.key)
      guard store < tables.count else { return false }
      let table = tables[store][object.layout.rootIndex]
      guard let entry = table[object.key], entry.isReference(to: object) else { return false }
      table.remove(object.key)
      return true
    }
    // A context that is gone has told of all its objects.
    if isForgotten, watch.isActive, context != nil { watch.unregistered(CollectionOfOne(object), model: model) }
  }

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
    table(store: 0, root: object.layout.rootIndex).remove(object.key)
    object.storeIndex = touched.assignedStore ?? object.storeIndex
    object.key = touched.permanentKey
    object.identifier = nil
    insertLocked(object)
  }

  /// All objects that are alive.
  func allObjects() -> [NSManagedObject] {
    lock.withLock {
      var all: [NSManagedObject] = []
      for store in tables { for table in store { table.forEach { if let object = $1.object { all.append(object) } } } }
      return all
    }
  }
}
