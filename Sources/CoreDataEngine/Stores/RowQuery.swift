/// A fetch as a store sees it: the entity, which rows, in what order.
struct RowQuery {
  var layout: EntityLayout
  var includesSubentities = true
  /// nil for all rows. Constants may be managed objects and object IDs.
  var predicate: PredicateTree?
  var sort: [NSSortDescriptor] = []
  /// 0 for no limit.
  var limit = 0
  var offset = 0
  /// Whether the values are wanted, or keys alone.
  var includesValues = true
  /// How many rows are read at a time, once they are needed; 0 for all at once. For stores that `readsBatches`.
  var batchSize = 0
  /// What `predicate` was before the rows of objects with unsaved changes were left out, and these; nil when none are. For
  /// stores with code of their own, which need not understand how.
  var overlaid: (predicate: PredicateTree?, changed: Set<NSManagedObjectID>)?

  init(_ layout: EntityLayout) { self.layout = layout }
}

/// A fetch of dictionaries.
struct DictionaryQuery {
  struct Column {
    /// The key in the result.
    var name: String
    var expression: ExpressionTree
    /// The type of the result; undefined when the expression's own type serves.
    var type: NSAttributeType
  }

  var rows: RowQuery
  var columns: [Column]
  var groupBy: [ExpressionTree] = []
  var having: PredicateTree?
  var isDistinct = false

  /// The rows that the dictionaries are made of: order and window are those of the dictionaries.
  var allRows: RowQuery {
    var query = rows
    query.sort = []
    query.limit = 0
    query.offset = 0
    query.includesValues = true
    query.batchSize = 0
    return query
  }
}
