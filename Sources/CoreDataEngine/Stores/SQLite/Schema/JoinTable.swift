/// The table of a many-to-many relationship and its inverse.
struct JoinTable {
  let identifier: SQLIdentifier
  let first: SQLIdentifier
  let second: SQLIdentifier
  /// The columns of the places, for the sides that are ordered.
  let orders: [SQLIdentifier]
  /// The entity with whose table it is created.
  let owner: EntityLayout

  var definition: String {
    let columns = ([first, second] + orders).map { "\($0) INTEGER" }.joined(separator: ", ")
    return "CREATE TABLE \(identifier) ( \(columns), PRIMARY KEY (\(first), \(second)) )"
  }

  var indexDefinition: String {
    let index = SQLIdentifier("\(identifier.name)_\(second.name)_INDEX")
    return "CREATE INDEX \(index) ON \(identifier) (\(second), \(first))"
  }
}
