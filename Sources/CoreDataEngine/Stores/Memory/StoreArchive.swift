/// Where a store that keeps its rows in memory writes them, as a whole.
protocol StoreArchive: AnyObject, Sendable {
  /// Whether rows may change without their objects.
  var takesBatches: Bool { get }
  /// The keys of new objects; nil when the store may choose them.
  func keys(for objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64]?
  /// Whether what is written counts only when the rest of a save is written too.
  var takesBack: Bool { get }
  /// Writes the tables as they are after `changes`, or throws and leaves everything as it was. `rest` is called before
  /// what is written counts; unless it gives `.saved`, everything stays as it was.
  func write(_ tables: MemoryTables, changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome
}
