/// Where a store that keeps its rows in memory writes them, as a whole.
protocol StoreArchive: AnyObject, Sendable {
  /// Whether rows may change without their objects.
  var takesBatches: Bool { get }
  /// The keys of new objects; nil when the store may choose them.
  func keys(for objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64]?
  /// Writes the tables as they are after `changes`, or throws and leaves everything as it was.
  func write(_ tables: MemoryTables, changes: ChangeSet) throws
}
