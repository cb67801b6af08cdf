/// The engine's side of an incremental store: turns what a context asks for into requests to the store's own code, and its
/// answers into rows.
///
/// @unchecked Sendable: immutable, but for what `asked(by:)` gives, which one request uses; the store's own code guards
/// itself, as its documentation asks.
final class IncrementalObjectStore: ObjectStore, @unchecked Sendable {
  let cache: RowCache
  let filtersInSQL = false
  let model: CompiledModel
  private weak var owner: NSIncrementalStore?
  /// Who asks; nil for the coordinator.
  let context: NSManagedObjectContext?
  /// The objects of the last fetch, which the context alone does not keep.
  var fetched: [Any] = []

  convenience init(_ store: NSIncrementalStore, model: CompiledModel) {
    self.init(store, model: model, cache: RowCache(model: model), context: nil)
  }

  private init(_ store: NSIncrementalStore?, model: CompiledModel, cache: RowCache, context: NSManagedObjectContext?) {
    owner = store
    self.model = model
    self.cache = cache
    self.context = context
  }

  /// The same store, asked by a context.
  func asked(by context: NSManagedObjectContext) -> IncrementalObjectStore {
    IncrementalObjectStore(owner, model: model, cache: cache, context: context)
  }

  func store() throws -> NSIncrementalStore {
    guard let owner else { throw NSError.coreData(NSPersistentStoreOperationError, reason: "The store is closed.") }
    return owner
  }

  func id(of key: Int64, in layout: EntityLayout, _ store: NSIncrementalStore) -> NSManagedObjectID {
    NSManagedObjectID(key: key, layout: layout, model: model, store: store.reference)
  }

  // MARK: Rows

  func rows(of keys: [Int64], in layout: EntityLayout) throws -> [RowPage] {
    var writer = RowWriter()
    for key in keys { _ = try write(key, in: layout, to: &writer) }
    return publish(writer)
  }

  func row(of key: Int64, in layout: EntityLayout) throws -> RowReference? {
    var writer = RowWriter(firstCapacity: 256)
    let row = try write(key, in: layout, to: &writer)
    _ = publish(writer)
    return row
  }

  /// What the store says now counts, even where it counts versions in another way than the cache expects.
  private func publish(_ writer: RowWriter) -> [RowPage] {
    for page in writer.pages {
      page.forEachRow { row, _ in cache.remove(CollectionOfOne(row.key), in: model.layouts[row.entityIndex]) }
      cache.insert(page)
    }
    return writer.pages
  }

  /// Writes the row of an object; nil when the store says that there is none.
  private func write(_ key: Int64, in layout: EntityLayout, to writer: inout RowWriter) throws -> RowReference? {
    let store = try store()
    guard let context else { throw NSError.coreData(NSPersistentStoreOperationError, reason: "No context asks.") }
    let node: NSIncrementalStoreNode
    do {
      node = try store.newValuesForObject(with: id(of: key, in: layout, store), with: context)
    } catch let error as NSError
      where error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectReferentialIntegrityError
    {
      return nil
    }
    return try IncrementalRow(node: node, store: store, context: context).write(key, to: &writer)
  }

  // MARK: Relationships

  func destinations(of relationship: PropertyLayout, owner: Int64) throws -> [ObjectKey] {
    let store = try store()
    guard let description = relationship.relationship else { return [] }
    let value = try store.newValue(
      forRelationship: description, forObjectWith: id(of: owner, in: relationship.owner, store), with: context)
    return try IncrementalRow.destinations(value, of: relationship)
  }

  func destinations(
    of relationship: PropertyLayout, owners: [Int64], rowsToo: Bool
  ) throws -> (keys: [Int64: [ObjectKey]], pages: [RowPage]) {
    var keys: [Int64: [ObjectKey]] = [:]
    for owner in owners { keys[owner] = try destinations(of: relationship, owner: owner) }
    guard rowsToo else { return (keys, []) }
    return (keys, try rows(of: Array(Set(keys.values.joined().map(\.key))), in: relationship.destination))
  }

  func externalData(named name: String) throws -> Data {
    throw NSError.coreData(NSPersistentStoreOperationError, reason: "A store of a program's own has no external data.")
  }

  // MARK: Metadata

  func readMetadata() throws -> [String: Any] { try store().metadata ?? [:] }

  /// The store's own code has the metadata, and writes it with the save that follows.
  func writeMetadata(_ metadata: [String: Any]) throws {}

  func close() throws { cache.removeAll() }
}
