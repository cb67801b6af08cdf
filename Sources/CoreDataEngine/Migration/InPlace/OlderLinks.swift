/// The links of an older relationship as rows of SQL.
struct OlderLinks {
  /// What a select yields under fixed names: owner, destination, the destination's place among the owner's, the owner's
  /// place among the destination's, and the columns of others in a table of links.
  let select: String

  /// nil for a relationship that is not stored.
  init?(
    of property: PropertyLayout, in source: SQLSchema, with foreignColumns: [ForeignColumn] = [],
    current: (SQLIdentifier) -> SQLIdentifier
  ) {
    guard let owner = source.entities[property.owner.index],
      let destination = source.entities[property.destination.index]
    else { return nil }
    func from(
      _ table: SQLIdentifier, _ owner: SQLIdentifier, _ destination: SQLIdentifier, _ order: SQLIdentifier?,
      _ inverseOrder: SQLIdentifier?
    ) -> String {
      let places = [(order, "place"), (inverseOrder, "inverse_place")].map { "\($0?.sql ?? "NULL") AS \($1)" }
      let others = foreignColumns.enumerated().map { ", \($1.column.quoted) AS foreign_\($0)" }.joined()
      return
        "SELECT \(owner) AS owner, \(destination) AS destination, \(places.joined(separator: ", "))\(others) FROM \(current(table)) WHERE \(owner) IS NOT NULL AND \(destination) IS NOT NULL"
    }
    let key = SQLIdentifier("Z_PK")
    switch owner.placements[property.slot] {
    case .none, .attribute, .composite: return nil
    case .toOne(let columns): select = from(owner.table, key, columns.column, nil, columns.order)
    case .oneToMany(let columns): select = from(destination.table, columns.column, key, columns.order, nil)
    case .inverseless(let column): select = from(destination.table, column, key, nil, nil)
    case .manyToMany(let columns):
      select = from(columns.table, columns.owner, columns.destination, columns.order, columns.inverseOrder)
    }
  }
}

extension MigrationPlanner {
  /// An older relationship that a newer one continues, with the rows of which entities it does so for.
  struct Origin {
    let property: PropertyLayout
    var routes: [RowRoutes.Route]
  }

  /// The older relationships that `property` continues; more than one when properties of several entities were pulled up.
  func origins(of property: PropertyLayout) -> [Origin] {
    var origins: [Origin] = []
    for route in routes.all {
      guard let older = predecessor(of: property, for: route) else { continue }
      if let place = origins.firstIndex(where: { $0.property === older }) {
        origins[place].routes.append(route)
      } else {
        origins.append(Origin(property: older, routes: [route]))
      }
    }
    return origins
  }

  /// SQL for the first key that older links pair with the row `s`.
  func linked(by older: PropertyLayout, backwards: Bool) -> String? {
    guard let links = OlderLinks(of: older, in: source, current: current) else { return nil }
    let (wanted, own) = backwards ? ("owner", "destination") : ("destination", "owner")
    return "(SELECT min(l.\(wanted)) FROM (\(links.select)) AS l WHERE l.\(own) = s.Z_PK)"
  }
}
