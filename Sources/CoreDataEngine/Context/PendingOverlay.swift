/// Puts a context's unsaved changes on top of what the stores give.
///
/// Rows of changed objects are left out by the stores, and those of them that match are put in here: so the result is
/// what sorting and cutting the merged list gives.
struct PendingOverlay {
  private let query: RowQuery
  private let dirty: [NSManagedObject]
  private let removed: [NSManagedObject]
  private let nilRule: PredicateEvaluator.NilRule

  /// nil when no unsaved change concerns the query.
  init?(_ query: RowQuery, in context: NSManagedObjectContext) {
    let layout = query.layout
    func concerns(_ object: NSManagedObject) -> Bool {
      query.includesSubentities ? object.layout.isKind(of: layout) : object.layout === layout
    }
    dirty =
      context.inserted.members().filter { concerns($0) && !$0.state.contains(.deleted) }
      + context.updated.members().filter { concerns($0) && !$0.state.contains(.deleted) }
    removed = context.deleted.members().filter { concerns($0) }
    guard !dirty.isEmpty || !removed.isEmpty else { return nil }
    self.query = query
    nilRule = context.filtersInSQL(layout) ? .sql : .memory
  }

  /// The query for the stores: without the rows of changed objects, and from the start.
  var storeQuery: RowQuery {
    var wide = query.fromTheStart
    let saved = (dirty + removed).filter { !$0.state.contains(.inserted) }
    guard !saved.isEmpty else { return wide }
    let ids = saved.map(\.currentID)
    let others = PredicateTree.not(.comparison(PredicateComparison(.evaluatedObject, .in, .constant(ids))))
    wide.overlaid = (query.predicate, Set(ids))
    wide.predicate = wide.predicate.map { .and([$0, others]) } ?? others
    return wide
  }

  /// The changed objects that match, in the order of their change.
  func matchingObjects() throws -> [NSManagedObject] {
    guard let predicate = query.predicate?.prepared else { return dirty }
    let evaluator = PredicateEvaluator(nilRule: nilRule)
    return try dirty.filter { try evaluator.matches(predicate, $0) }
  }

  /// The stores' objects and the changed ones together, in order and cut.
  func merged(_ stored: [NSManagedObject]) throws -> [NSManagedObject] {
    let matching = try matchingObjects()
    if matching.isEmpty { return query.window(of: stored) }
    if query.sort.isEmpty { return query.window(of: stored + matching) }
    let all = ObjectSorting.merged(
      stored, ObjectSorting.sorted(matching, by: query.sort), by: query.sort)
    return query.window(of: all)
  }
}

extension RowQuery {
  /// The query for all rows that may be in its window once others have been put among them.
  var fromTheStart: RowQuery {
    var wide = self
    wide.offset = 0
    wide.limit = limit == 0 ? 0 : limit + offset
    return wide
  }

  /// The part of a whole list that limit and offset leave.
  func window<Element>(of all: [Element]) -> [Element] {
    guard offset > 0 || limit > 0 else { return all }
    let from = min(offset, all.count)
    let to = limit == 0 ? all.count : min(all.count, from + limit)
    return Array(all[from..<to])
  }
}
