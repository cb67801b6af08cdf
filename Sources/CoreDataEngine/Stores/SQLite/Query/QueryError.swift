/// The errors of requests that a store refuses, in Apple's words where they are known.
enum QueryError {
  static func unknownKeyPath(_ path: [String], in layout: EntityLayout) -> NSError {
    error("keypath \(path.joined(separator: ".")) not found in entity \(layout.name)")
  }

  static var toManyNotAllowed: NSError { error("to-many key not allowed here") }
  static var multipleToManyNotAllowed: NSError { error("multiple to-many keys not allowed here") }

  static func unsupported(_ predicate: PredicateTree) -> NSError {
    error("unimplemented SQL generation for predicate : (\(predicate.format))")
  }

  static func unsupported(_ expression: ExpressionTree) -> NSError {
    error("unimplemented SQL generation for expression : (\(expression.format))")
  }

  static func typeMismatch(_ value: String, _ type: SQLType, in comparison: PredicateTree) -> NSError {
    error("A value of type \(value) cannot be compared with one of type \(type.name) : (\(comparison.format))")
  }

  static func unbound(_ variable: String) -> NSError { error("The variable $\(variable) has no value.") }

  static func unsupportedSort(_ key: String) -> NSError {
    error("unsupported NSSortDescriptor : the key path '\(key)' leads to no value that a store can sort by")
  }

  static func unsupportedSelector(_ selector: Selector) -> NSError {
    error("unsupported NSSortDescriptor selector: \(selector)")
  }

  static func unsupportedSelector(_ order: TextOrder, _ key: String?, _ type: String) -> NSError {
    error(
      "unsupported NSSortDescriptor selector: \(order.rawValue) sorts texts, and '\(key ?? "SELF")' leads to a value of type \(type)"
    )
  }

  static func notGrouped(_ name: String) -> NSError {
    error(
      "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or aggregate functions : '\(name)'"
    )
  }

  static var havingWithoutGroups: NSError { error("A fetch request with a havingPredicate needs propertiesToGroupBy") }

  static func invalidToMany(_ name: String) -> NSError {
    error("Invalid to-many relationship in setPropertiesToFetch: (\(name))")
  }

  static func error(_ reason: String, underlying: (any Error)? = nil) -> NSError {
    .coreData(NSCoreDataError, reason: reason, underlying: underlying, userInfo: [NSLocalizedDescriptionKey: reason])
  }
}

/// A part of a predicate that SQL cannot say but evaluation can.
struct SQLGap: Error {}
