/// What becomes of references to the rows of an older entity where the new model wants rows of a newer one.
struct KeyMap {
  /// The older table the references lead into.
  let table: SQLIdentifier
  /// The rows that can be referred to still.
  let targets: [RowRoutes.Route]
  /// Whether every reference stays as it is.
  let isPlain: Bool
  /// Whether no target gets another number.
  let keepsNumbers: Bool

  init?(from older: EntityLayout, to newer: EntityLayout, routes: RowRoutes, source: SQLSchema) {
    guard let entity = source.entities[older.index] else { return nil }
    table = entity.table
    var targets: [RowRoutes.Route] = []
    var isPlain = true
    for case let candidate? in source.entities where candidate.layout.isKind(of: older) && !candidate.layout.isAbstract
    {
      guard let route = routes.route(of: candidate.layout), route.destination.layout.isKind(of: newer) else {
        isPlain = false
        continue
      }
      if route.offset != 0 { isPlain = false }
      targets.append(route)
    }
    self.targets = targets
    self.isPlain = isPlain
    keepsNumbers = targets.allSatisfy { $0.source.number == $0.destination.number }
  }

  /// The new key for the old one that `key` yields; NULL where the row is gone. `table` is the name the table has now.
  func key(_ key: String, table: SQLIdentifier) -> String {
    isPlain ? key : lookup(key, table) { $0.offset == 0 ? "k.Z_PK" : "k.Z_PK + \($0.offset)" }
  }

  /// The number of the entity that the row with the old key `key` has in the new model.
  func number(_ key: String, table: SQLIdentifier) -> String {
    if isPlain, targets.count == 1 { return "CASE WHEN \(key) IS NOT NULL THEN \(targets[0].destination.number) END" }
    return lookup(key, table) { "\($0.destination.number)" }
  }

  private func lookup(_ key: String, _ table: SQLIdentifier, _ value: (RowRoutes.Route) -> String) -> String {
    guard !targets.isEmpty else { return "NULL" }
    let cases = targets.map { "WHEN \($0.source.number) THEN \(value($0))" }.joined(separator: " ")
    return "(SELECT CASE k.Z_ENT \(cases) END FROM \(table) AS k WHERE k.Z_PK = \(key))"
  }
}
