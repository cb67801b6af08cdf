/// What a store does for its coordinator. It knows nothing of contexts and faults; SQL is its own business.
///
/// Called from any thread; a store guards itself.
protocol ObjectStore: AnyObject, Sendable {
  var cache: RowCache { get }
  /// Whether predicates follow SQL's rule of nil, or the rule of evaluation in memory.
  var filtersInSQL: Bool { get }
  /// Whether reading the keys first and the rows by batches takes less memory.
  var readsBatches: Bool { get }

  /// The part of a fetch that the store can answer, and what is left to be done with the objects. Decided before
  /// anything is read.
  func split(_ query: RowQuery) throws -> QuerySplit
  /// The rows of a fetch, packed, in order. Sub-entities' rows carry their own cells. Each page is in the cache already.
  func rows(_ query: RowQuery) throws -> [RowPage]
  /// The keys alone, in order.
  func keys(_ query: RowQuery) throws -> [ObjectKey]
  func count(_ query: RowQuery) throws -> Int
  func dictionaries(_ query: DictionaryQuery) throws -> [[String: Any]]

  /// Rows by key, in any order; a key without a row is left out. `layout` is the root, or any entity of the hierarchy.
  func rows(of keys: [Int64], in layout: EntityLayout) throws -> [RowPage]
  /// One row by key; nil for none. The path of a fault.
  func row(of key: Int64, in layout: EntityLayout) throws -> RowReference?

  /// The destinations of a to-many relationship, in order where it has one.
  func destinations(of relationship: PropertyLayout, owner: Int64) throws -> [ObjectKey]
  /// The same for many owners in one go; with the destinations' rows when `rowsToo` is set.
  func destinations(
    of relationship: PropertyLayout, owners: [Int64], rowsToo: Bool
  ) throws -> (keys: [Int64: [ObjectKey]], pages: [RowPage])

  /// The rows of the destinations of many owners, those of an owner mostly side by side, with the owner of each row. nil
  /// where a row may belong to several owners.
  func destinationRows(of relationship: PropertyLayout, owners: [Int64]) throws -> DestinationRows?

  /// The bytes of an external data file. Throws when it is missing.
  func externalData(named name: String) throws -> Data

  /// New keys for objects of the hierarchy of `layout`, never handed out before.
  func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> ClosedRange<Int64>
  /// Keys for new objects of one entity, for good; as many as there are objects.
  func assignKeys(to objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64]
  /// The highest key handed out in the hierarchy of `layout`; 0 where keys are not handed out.
  func highestKey(in layout: EntityLayout) throws -> Int64
  /// Calls `body` while nobody else writes, and what it reads is of one moment.
  func withoutWriters(_ body: () throws -> Void) throws
  /// Writes all changes in one transaction, or none of them.
  ///
  /// `rest` saves what other stores have of the changes; nil when there is no more. It is called when all is written here
  /// and nothing counts yet: unless it gives `.saved`, all is taken back. A store of a program's own gets none.
  func save(_ changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome
  /// How the store takes part in a save that goes to several.
  var saveManner: SaveManner { get }

  /// Inserts rows past all objects, in one transaction.
  func insert(_ source: BatchRowSource, _ options: BatchOptions) throws -> BatchOutcome
  /// Sets values of rows past all objects, in one transaction.
  func update(_ target: BatchTarget, _ assignments: [BatchAssignment], _ options: BatchOptions) throws -> BatchOutcome
  /// Deletes rows past all objects, by the model's delete rules, in one transaction.
  func delete(_ target: BatchTarget, _ options: BatchOptions) throws -> BatchOutcome
  /// The persistent history; nil when the store keeps none.
  var history: (any StoreHistory)? { get }
  /// The store as it is now, whatever is written to it afterwards; nil when it cannot be read that way.
  func pinned() throws -> (any ObjectStore)?

  func readMetadata() throws -> [String: Any]
  func writeMetadata(_ metadata: [String: Any]) throws
  /// Frees every resource. Later calls throw.
  func close() throws
}

/// What a store need not be able to do.
extension ObjectStore {
  var readsBatches: Bool { false }

  func assignKeys(to objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64] {
    Array(try allocateKeys(objects.count, in: layout))
  }

  func destinationRows(of relationship: PropertyLayout, owners: [Int64]) throws -> DestinationRows? { nil }

  /// Saves to this store alone.
  func save(_ changes: ChangeSet) throws -> SaveOutcome { try save(changes, before: nil) }
  func highestKey(in layout: EntityLayout) throws -> Int64 { 0 }

  func withoutWriters(_ body: () throws -> Void) throws { try body() }

  func insert(_ source: BatchRowSource, _ options: BatchOptions) throws -> BatchOutcome { throw unsupported("insert") }

  func update(_ target: BatchTarget, _ assignments: [BatchAssignment], _ options: BatchOptions) throws -> BatchOutcome {
    throw unsupported("update")
  }

  func delete(_ target: BatchTarget, _ options: BatchOptions) throws -> BatchOutcome { throw unsupported("delete") }

  var history: (any StoreHistory)? { nil }

  func pinned() throws -> (any ObjectStore)? { nil }

  private func unsupported(_ what: String) -> NSError {
    .coreData(
      NSPersistentStoreUnsupportedRequestTypeError, reason: "Stores of this type cannot carry out a batch \(what).")
  }
}

/// What a save writes. The store reads values from the objects' slots; it changes none of them.
struct ChangeSet {
  /// Objects without a permanent key in `touched` get one, which the store sets there.
  var inserted: ContiguousArray<NSManagedObject> = []
  /// Objects with a slot in `touched.changed` that differs from their row.
  var updated: ContiguousArray<NSManagedObject> = []
  var deleted: ContiguousArray<NSManagedObject> = []
  /// Rows whose version must be unchanged although they are not written.
  var locked: ContiguousArray<NSManagedObject> = []
  /// What persistent history notes.
  var contextName: String?
  var author: String?
  /// Whose changes these are, for stores with code of their own.
  var context: NSManagedObjectContext?
  /// Where the store leaves what it has noted.
  var receipt = SaveReceipt()
}

/// Saves what is left of a save to several stores.
typealias SaveRest = () throws -> SaveOutcome

/// How a store writes, in the order in which stores take their turns: what can fail late comes early, and what cannot take
/// back comes last.
enum SaveManner: Int {
  /// In a transaction.
  case database
  /// A new file that takes the place of the old one.
  case file
  /// In memory, which does not fail.
  case memory
  /// By a program's own code, for good.
  case ownCode
}

/// What stores note of a save.
final class SaveReceipt {
  /// The transactions of persistent history that came of it: their numbers, by the stores' identifiers.
  var transactions: [String: Int64] = [:]
  /// The rows whose derived values it has changed, as they are now, by the stores' identifiers.
  var derived: [String: [RowPage]] = [:]
  /// Updated objects whose rows are as they were, and of the same version: nothing that is in them has changed.
  var unwritten = Set<ObjectIdentifier>()
}

/// What came of a save.
enum SaveOutcome {
  /// All is written.
  case saved
  /// Nothing is written: these objects' rows are not the ones they were read from.
  case conflicts([RowConflict])
  /// Nothing is written: these objects would share values that must be unique.
  case constraintConflicts([ConstraintViolation])
}

/// A row that another has changed since the object was read.
struct RowConflict {
  let object: NSManagedObject
  /// The row as it is in the store now; nil when it has been deleted.
  let current: RowReference?
}

/// An object whose values are those of another, where the model says that they are unique.
struct ConstraintViolation {
  let object: NSManagedObject
  /// The names of the properties of the constraint.
  let constraint: [String]
  /// The stored row with the same values; nil when both objects are in the save.
  let existing: RowReference?
  /// The other object of the same save; nil when the values are a stored row's.
  let other: NSManagedObject?
}
