/// A store in memory: packed rows by key, and the destinations of every to-many relationship.
///
/// Predicates are evaluated row by row, by the rule of evaluation in memory. A store with an archive is a file that is
/// read and written as a whole.
///
/// @unchecked Sendable: everything mutable is inside `state`; `saving` lets one save run at a time.
final class MemoryStore: ObjectStore, @unchecked Sendable {
  let cache: RowCache
  let filtersInSQL = false
  let model: CompiledModel
  let keys: MemoryKeys
  private let archive: (any StoreArchive)?
  /// The files of a store whose contents this one took over: objects that were read from it still name them.
  private let formerFiles: URL?
  private let state: Lock<MemoryTables>
  /// Held around the archive, whose code may read the store.
  private let saving = NSRecursiveLock()

  init(model: CompiledModel, metadata: [String: Any]) {
    self.model = model
    archive = nil
    formerFiles = nil
    cache = RowCache(model: model)
    keys = MemoryKeys(rootCount: model.rootCount)
    state = Lock(MemoryTables(model: model, metadata: metadata))
  }

  /// A store with contents, whose saves go to an archive first if it has one.
  init(
    model: CompiledModel, tables: MemoryTables, keys: MemoryKeys, archive: (any StoreArchive)?, formerFiles: URL? = nil
  ) {
    self.model = model
    self.archive = archive
    self.formerFiles = formerFiles
    self.keys = keys
    cache = RowCache(model: model)
    state = Lock(tables)
  }

  /// The tables as they are now.
  var tables: MemoryTables { state.withLock { $0 } }

  // MARK: Rows

  func rows(of keys: [Int64], in layout: EntityLayout) throws -> [RowPage] {
    let moment = cache.now
    let references = state.withLock { tables in keys.compactMap { tables.row($0, root: layout.rootIndex) } }
    var writer = RowWriter()
    for reference in references { writer.append(reference.row) }
    for page in writer.pages { cache.insert(page, readAt: moment) }
    return writer.pages
  }

  func row(of key: Int64, in layout: EntityLayout) throws -> RowReference? {
    state.withLock { $0.row(key, root: layout.rootIndex) }
  }

  func destinations(of relationship: PropertyLayout, owner: Int64) throws -> [ObjectKey] {
    state.withLock { $0.destinations(of: relationship, owner: owner) }
  }

  func destinations(
    of relationship: PropertyLayout, owners: [Int64], rowsToo: Bool
  ) throws -> (keys: [Int64: [ObjectKey]], pages: [RowPage]) {
    let keys = state.withLock { tables -> [Int64: [ObjectKey]] in
      var found: [Int64: [ObjectKey]] = [:]
      for owner in owners {
        let members = tables.destinations(of: relationship, owner: owner)
        if !members.isEmpty { found[owner] = members }
      }
      return found
    }
    guard rowsToo else { return (keys, []) }
    return (keys, try rows(of: Array(Set(keys.values.joined().map(\.key))), in: relationship.destination))
  }

  func externalData(named name: String) throws -> Data {
    guard let formerFiles, UUID(uuidString: name) != nil else {
      throw NSError.coreData(NSPersistentStoreOperationError, reason: "A store in memory has no external data.")
    }
    return try Data(contentsOf: formerFiles.appendingPathComponent(name))
  }

  // MARK: Saving

  func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> ClosedRange<Int64> {
    keys.allocate(count, root: layout.rootIndex)
  }

  func highestKey(in layout: EntityLayout) throws -> Int64 {
    keys.highest[keys.isShared ? 0 : layout.rootIndex]
  }

  func withoutWriters(_ body: () throws -> Void) throws {
    saving.lock()
    defer { saving.unlock() }
    try body()
  }

  func assignKeys(to objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64] {
    try archive?.keys(for: objects, in: layout) ?? Array(keys.allocate(objects.count, root: layout.rootIndex))
  }

  var saveManner: SaveManner {
    guard let archive else { return .memory }
    return archive.takesBack ? .file : .ownCode
  }

  func save(_ changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome {
    saving.lock()
    defer { saving.unlock() }
    let given = try giveKeys(changes)
    var isSaved = false
    defer { if !isSaved { for object in given { object.touched?.permanentKey = 0 } } }
    let outcome = try archive == nil && rest == nil ? saveInPlace(changes) : saveInCopy(changes, before: rest)
    if case .saved = outcome {
      isSaved = true
      // Objects that outlive their deletion hold the rows, which nobody else may be served any more.
      cache.remove(changes.deleted)
    }
    return outcome
  }

  private func saveInPlace(_ changes: ChangeSet) throws -> SaveOutcome {
    try state.withLock { tables in
      var isSaved = false
      defer { if isSaved { tables.commit() } else { tables.rollback() } }
      let outcome = try MemorySave(changes).run(on: &tables)
      if case .saved = outcome { isSaved = true }
      return outcome
    }
  }

  /// Nobody sees what the archive, or another store, might refuse.
  private func saveInCopy(_ changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome {
    var copy = tables
    var outcome = try MemorySave(changes).run(on: &copy)
    guard case .saved = outcome else { return outcome }
    copy.commit()
    outcome = try archive?.write(copy, changes: changes, before: rest) ?? rest?() ?? .saved
    guard case .saved = outcome else { return outcome }
    state.withLock { $0 = copy }
    return .saved
  }

  /// Changes the tables past all objects: all that `body` does counts, or, when it throws, nothing.
  func change<Result>(_ body: (inout MemoryTables) throws -> Result) throws -> Result {
    saving.lock()
    defer { saving.unlock() }
    guard let archive else {
      return try state.withLock { tables in
        var isDone = false
        defer { if isDone { tables.commit() } else { tables.rollback() } }
        let result = try body(&tables)
        isDone = true
        return result
      }
    }
    guard archive.takesBatches else {
      throw NSError.coreData(
        NSPersistentStoreUnsupportedRequestTypeError,
        reason: "A store of a program's own cannot carry out batch requests.")
    }
    var copy = tables
    let result = try body(&copy)
    copy.commit()
    _ = try archive.write(copy, changes: ChangeSet(), before: nil)
    state.withLock { $0 = copy }
    return result
  }

  /// Gives keys to new objects; returns those that had none.
  private func giveKeys(_ changes: ChangeSet) throws -> [NSManagedObject] {
    let new = changes.inserted.filter { $0.touched?.permanentKey == 0 && $0.key < 0 }
    for (_, group) in Dictionary(grouping: new, by: \.layout.index).sorted(by: { $0.key < $1.key }) {
      for (object, key) in zip(group, try assignKeys(to: group, in: group[0].layout)) {
        object.touched?.permanentKey = key
      }
    }
    return Array(new)
  }

  // MARK: Metadata

  func readMetadata() throws -> [String: Any] { state.withLock { $0.metadata } }

  func writeMetadata(_ metadata: [String: Any]) throws { state.withLock { $0.metadata = metadata } }

  func close() throws {
    state.withLock { $0 = MemoryTables(model: model, metadata: $0.metadata) }
    cache.removeAll()
  }
}
