/// A compiled expression.
struct SQLExpression {
  var sql: SQLFragment
  var type: SQLType
  /// The constant that the expression is.
  var constant: NumberedConstant?
  /// The object whose key the expression is.
  var object: ObjectReference?
  /// The attribute that the expression is.
  var attribute: PropertyLayout?
  /// The columns of the composite attribute that the expression is.
  var elements: [String] = []
  /// Whether an aggregate function of the statement's own rows is in it.
  var isAggregate = false

  init(_ sql: SQLFragment, _ type: SQLType) {
    self.sql = sql
    self.type = type
  }

  /// Whether values are whole numbers of which a few can overflow.
  var isWide: Bool {
    guard case .integer = type else { return false }
    return attribute?.attributeKind != .integer16 && attribute?.attributeKind != .integer32
  }

  var isNilConstant: Bool { constant?.kind == .null }
  /// Whether the stored bytes begin with the mark of external storage, and may lie in a file.
  var isExternal: Bool { attribute?.usesExternalStorage ?? false }
}

/// An object as SQL sees it: its key, and its table once a value of it is needed.
struct ObjectReference {
  let scope: SQLScope
  let layout: EntityLayout
  /// The expression of its key.
  let key: String
  /// The alias of its table; nil when it has yet to be joined.
  let alias: String?
  /// The column with the number of its entity; nil when that is known from the layout or read from the table.
  let entity: String?
}

/// The members that a to-many relationship, or what a subquery leaves of it, gives: rows of a SELECT of their own.
struct SQLCollection {
  let scope: SQLScope
  var conditions: [SQLFragment]
  /// The member.
  let member: ObjectReference
  /// What is read from each member.
  var value: SQLExpression
  /// Whether the value is the member itself.
  var isMember = true

  func select(_ what: SQLFragment, where extra: [SQLFragment] = []) -> SQLFragment {
    let condition = (conditions + extra).joined(separator: " AND ")
    return "(SELECT \(what) FROM \(raw: scope.from) WHERE (\(condition)) )"
  }

  func exists(where extra: SQLFragment) -> SQLFragment { "EXISTS \(select("1", where: [extra]))" }
}
