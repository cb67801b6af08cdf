/// One SELECT of a statement: its first table and the tables of to-one relationships that were joined to it.
final class SQLScope {
  /// `table alias`, as FROM names it first.
  let source: String
  private var joins: [(key: String, alias: String, text: String)] = []

  init(source: String) { self.source = source }

  /// The alias of the table joined for the object whose key `key` gives. Paths that begin alike share their joins.
  ///
  /// The join is an outer one: a row without a destination stays, and its values read as nil.
  func join(_ table: SQLIdentifier, key: String, alias: () -> String) -> String {
    if let known = joins.first(where: { $0.key == key }) { return known.alias }
    let new = alias()
    joins.append((key, new, " LEFT OUTER JOIN \(table) \(new) ON \(key) = \(new).Z_PK"))
    return new
  }

  /// What follows FROM. Complete when everything that reads from the scope has been compiled.
  var from: String { source + joins.map(\.text).joined() }
}
