/// The parts of the query for the destinations of a to-many relationship.
struct DestinationQuery {
  private let from: String
  /// The column of the owner's key.
  let owner: String
  /// The alias of the destination's table.
  let row = "t0"
  private let order: String?
  /// Whether a destination may have many owners.
  let isShared: Bool

  /// nil for a relationship that is not stored.
  init?(_ relationship: PropertyLayout, _ schema: SQLSchema) {
    guard relationship.isToMany, schema.entities[relationship.destination.index] != nil else { return nil }
    let table = schema.entity(relationship.destination).table
    switch schema.placement(of: relationship) {
    case .oneToMany(let inverse):
      from = "\(table) t0"
      owner = "t0.\(inverse.column)"
      order = inverse.order.map { "t0.\($0), t0.Z_PK" }
      isShared = false
    case .inverseless(let column):
      from = "\(table) t0"
      owner = "t0.\(column)"
      order = nil
      isShared = false
    case .manyToMany(let join):
      from = "\(join.table) t1 JOIN \(table) t0 ON t0.Z_PK = t1.\(join.destination)"
      owner = "t1.\(join.owner)"
      order = join.order.map { "t1.\($0), t0.Z_PK" }
      isShared = true
    case .none, .attribute, .composite, .toOne: return nil
    }
  }

  /// All destinations that have an owner, in the order of the table; nil where they have an order of their own.
  func sqlOfAll(selecting columns: String) -> String? {
    order == nil ? "SELECT \(columns) FROM \(from) WHERE \(owner) IS NOT NULL" : nil
  }

  /// One owner when `owners` is nil, else as many as there are parameters.
  func sql(selecting columns: String, owners: Int?) -> String {
    let condition = owners.map { "IN (\(EntityQueries.parameters($0)))" } ?? "= ?"
    let sorting = order.map { " ORDER BY \(owners == nil ? "" : "\(owner), ")\($0)" } ?? ""
    return "SELECT \(columns) FROM \(from) WHERE \(owner) \(condition)\(sorting)"
  }
}
