/// What every batch request to a store carries.
struct BatchOptions {
  /// What happens to a new row whose values must be unique and are not.
  var policy = NSMergePolicyType.errorMergePolicyType
  /// Whether the keys of the rows are wanted, or their number alone.
  var wantsKeys = false
  /// What persistent history notes.
  var contextName: String?
  var author: String?
}

/// What a batch request has done.
struct BatchOutcome {
  var count = 0
  /// Empty unless they were wanted.
  var keys: [ObjectKey] = []

  mutating func note(_ key: Int64, _ entityIndex: Int, _ options: BatchOptions) {
    count += 1
    if options.wantsKeys { keys.append(ObjectKey(entityIndex: entityIndex, key: key)) }
  }
}

/// The rows that a batch update or deletion is about.
enum BatchTarget {
  /// What a query finds, which the store can say as a whole.
  case query(RowQuery)
  /// Rows by key, all of the hierarchy of one entity.
  case keys([ObjectKey], EntityLayout)

  var layout: EntityLayout {
    switch self {
    case .query(let query): query.layout
    case .keys(_, let layout): layout
    }
  }
}

/// What a batch update sets.
struct BatchAssignment {
  enum Source {
    case value(Value)
    /// Computed from the old values of the row.
    case expression(ExpressionTree)
  }

  let property: PropertyLayout
  let source: Source
}
