/// What becomes of the table of a newer many-to-many relationship.
struct JoinPlan {
  enum Way {
    /// An older table stays, under new names for itself and its columns.
    case alter(SQLPlacement.ManyToMany, table: SQLIdentifier)
    case fill
  }

  let property: PropertyLayout
  let placement: SQLPlacement.ManyToMany
  let table: JoinTable
  let way: Way
}

extension MigrationPlanner {
  func joinPlans() -> [JoinPlan] {
    var plans: [JoinPlan] = []
    var seen = Set<SQLIdentifier>()
    for case let entity? in destination.entities {
      for property in entity.layout.properties where property.owner === entity.layout {
        guard case .manyToMany(let placement) = entity.placements[property.slot], seen.insert(placement.table).inserted,
          let table = destination.joinTables.first(where: { $0.identifier == placement.table })
        else { continue }
        plans.append(
          JoinPlan(property: property, placement: placement, table: table, way: way(property, placement)))
      }
    }
    return plans
  }

  private func way(_ property: PropertyLayout, _ new: SQLPlacement.ManyToMany) -> JoinPlan.Way {
    let origins = self.origins(of: property)
    guard origins.count == 1, let older = origins.first?.property, let owner = source.entities[older.owner.index],
      case .manyToMany(let old) = owner.placements[older.slot],
      let owners = KeyMap(from: older.owner, to: property.owner, routes: routes, source: source), owners.isPlain,
      let destinations = KeyMap(from: older.destination, to: property.destination, routes: routes, source: source),
      destinations.isPlain, (old.order == nil) == (new.order == nil),
      (old.inverseOrder == nil) == (new.inverseOrder == nil),
      let oldTable = source.joinTables.first(where: { $0.identifier == old.table }),
      let newTable = destination.joinTables.first(where: { $0.identifier == new.table }),
      // The first column leads the table's key, so that the sides must not change places.
      (oldTable.first == old.owner) == (newTable.first == new.owner), canRename(old, new)
    else { return .fill }
    return .alter(old, table: old.table)
  }

  /// Whether no column takes a name that another one still has.
  private func canRename(_ old: SQLPlacement.ManyToMany, _ new: SQLPlacement.ManyToMany) -> Bool {
    let existing = Set(stored.columns[old.table.name] ?? [])
    return JoinPlan.renames(from: old, to: new).allSatisfy { !existing.contains($0.to.name) }
  }
}

extension JoinPlan {
  static func renames(
    from old: SQLPlacement.ManyToMany, to new: SQLPlacement.ManyToMany
  ) -> [(from: SQLIdentifier, to: SQLIdentifier)] {
    var pairs = [(from: old.owner, to: new.owner), (from: old.destination, to: new.destination)]
    if let from = old.order, let to = new.order { pairs.append((from: from, to: to)) }
    if let from = old.inverseOrder, let to = new.inverseOrder { pairs.append((from: from, to: to)) }
    return pairs.filter { $0.from != $0.to }
  }
}
