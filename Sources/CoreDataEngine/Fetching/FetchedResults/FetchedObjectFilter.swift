/// Tells which objects of a context belong to the results of a request, and what places them.
struct FetchedObjectFilter {
  private let layout: EntityLayout
  private let includesSubentities: Bool
  private let predicate: PredicateTree?
  private let evaluator: PredicateEvaluator
  /// The properties that the order and the sections begin with.
  private let placing: Set<String>

  init<T>(_ request: NSFetchRequest<T>, sectionKeyPath: String?, in context: NSManagedObjectContext) throws {
    layout = context.layout(for: request)
    includesSubentities = request.includesSubentities
    predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    evaluator = PredicateEvaluator(nilRule: context.filtersInSQL(layout) ? .sql : .memory)
    let keys = (request.sortDescriptors ?? []).compactMap(\.key) + (sectionKeyPath.map { [$0] } ?? [])
    placing = Set(keys.compactMap { $0.split(separator: ".").first.map(String.init) })
  }

  func isOfEntity(_ object: NSManagedObject) -> Bool {
    includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
  }

  func contains(_ object: NSManagedObject) throws -> Bool {
    guard let predicate else { return true }
    return try evaluator.matches(predicate, object)
  }

  /// Whether the event has changed a value that the object is sorted or sectioned by.
  func isPlacedAnew(_ object: NSManagedObject) -> Bool {
    var found = false
    object.touched?.changedInEvent.forEach { slot in
      if placing.contains(object.layout.properties[slot].name) { found = true }
    }
    return found
  }
}
