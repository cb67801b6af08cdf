/// Values that rows derive from others.
extension MigrationPlanner {
  /// Computes them where they are new, or where what they come from may have changed. When a row was saved is not known, so a
  /// new attribute that derives from `now()` stays nil until it is.
  func derive(_ plan: inout MigrationPlan, _ tables: [TablePlan]) throws {
    for derived in try destination.derivedAttributes()
    where derived.derivation != .now && !isCounted(derived, tables) {
      let table = derived.entity.table
      let owners = destination.entities.compactMap { $0 }.filter { $0.layout.isKind(of: derived.entity.layout) }
      let update =
        "UPDATE \(table) SET \(derived.column) = \(derived.value(forKey: "\(table).Z_PK")) WHERE Z_ENT IN \(MigrationPlanner.list(owners.map(\.number)))"
      var statements = [update]
      if case .figure(_, let members, _, _) = derived.source {
        let (looked, owner) =
          switch members {
          case .children(let table, let owner): (table, owner)
          case .paired(let pairs, let owner, _, _): (pairs, owner)
          }
        statements = ["CREATE INDEX Z_MIGRATION_COUNT ON \(looked) (\(owner))", update, "DROP INDEX Z_MIGRATION_COUNT"]
      }
      plan.steps.append(
        MigrationStep(
          title: "Derive \(derived.entity.layout.name).\(derived.property.name)", statements: statements, rows: table))
    }
  }

  /// Whether the attribute is a count that all rows have already.
  private func isCounted(_ derived: DerivedAttribute, _ tables: [TablePlan]) -> Bool {
    guard case .figure(.count, let name, _) = derived.derivation,
      let relationship = derived.entity.layout.property(named: name)
    else { return false }
    let owner = derived.property.owner
    let isSame = routes.all.filter { $0.destination.layout.isKind(of: owner) }.allSatisfy { route in
      guard
        let older = predecessor(of: derived.property, for: route)?.attribute as? NSDerivedAttributeDescription,
        let before = predecessor(of: relationship, for: route)
      else { return false }
      return Derivation(older.derivationExpression?.description ?? "")
        == .figure(.count, relationship: before.name, of: [])
    }
    return isSame
      && [owner.rootIndex, relationship.destination.rootIndex].allSatisfy { root in
        tables.contains { $0.table.root.rootIndex == root && $0.isAltered && !losesRows($0) }
      }
  }
}
