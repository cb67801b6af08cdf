/// Tells which objects of a context belong to the results of a request, and what places them.
struct FetchedObjectFilter {
  private let layout: EntityLayout
  private let includesSubentities: Bool
  private let predicate: PredicateTree?
  private let evaluator: PredicateEvaluator
  /// The properties that the order and the sections begin with; nil when they are not all properties of the model.
  private let placing: Set<String>?

  init<T>(_ request: NSFetchRequest<T>, sectionKeyPath: String?, in context: NSManagedObjectContext) throws {
    let layout = context.layout(for: request)
    self.layout = layout
    includesSubentities = request.includesSubentities
    predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    evaluator = PredicateEvaluator(nilRule: context.filtersInSQL(layout) ? .sql : .memory)
    let paths = (request.sortDescriptors ?? []).map(\.key) + (sectionKeyPath.map { [$0] } ?? [])
    let keys = paths.map { $0?.split(separator: ".").first.map(String.init) }
    let known = keys.compactMap { key in key.flatMap { layout.property(named: $0) == nil ? nil : $0 } }
    placing = known.count == keys.count ? Set(known) : nil
  }

  func isOfEntity(_ object: NSManagedObject) -> Bool {
    includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
  }

  func contains(_ object: NSManagedObject) throws -> Bool {
    guard let predicate else { return true }
    return try evaluator.matches(predicate, object)
  }

  /// Whether the event has changed a value that the object is sorted or sectioned by; nil when that cannot be told.
  func isPlacedAnew(_ object: NSManagedObject) -> Bool? {
    guard let placing, let changed = object.touched?.changedInEvent else { return nil }
    var found = false
    changed.forEach { slot in
      if placing.contains(object.layout.properties[slot].name) { found = true }
    }
    return found
  }
}
