/// The values that the history keeps of deleted rows.
extension MigrationPlanner {
  /// Columns of tombstones have no names of properties: they count in the order of those that are kept now, so that values
  /// move when that changes. What belongs to none any more goes. Asked for while the history has the older numbers.
  func tombstoneMoves() -> [String] {
    let before = HistoryTables(source.model).preserved
    let after = HistoryTables(destination.model).preserved
    let existing = stored.columns["ACHANGE"]?.filter { $0.hasPrefix(HistoryTables.tombstonePrefix) } ?? []
    var missing = Set<String>()
    var updates: [String] = []
    for route in routes.all {
      let older = before[route.source.layout.index]
      let newer = after[route.destination.layout.index]
      var assignments: [String] = []
      for place in 0..<max(older.count, newer.count) {
        let column = HistoryTables.tombstone(place)
        let value = place < newer.count ? tombstone(of: newer[place], older, route, existing) : nil
        guard value != column, value != nil || existing.contains(column) else { continue }
        if !existing.contains(column) { missing.insert(column) }
        assignments.append("\(column) = \(value ?? "NULL")")
      }
      guard !assignments.isEmpty else { continue }
      updates.append(
        "UPDATE ACHANGE SET \(assignments.joined(separator: ", ")) WHERE ZENTITY = \(route.source.number) AND ZCHANGETYPE = \(NSPersistentHistoryChangeType.delete.rawValue)"
      )
    }
    return missing.sorted().map { "ALTER TABLE ACHANGE ADD COLUMN \($0) BLOB" } + updates
  }

  /// The value that was kept for what a property continues; nil for none. A number that the new type does not have goes: a
  /// row that is gone is no reason to refuse a migration.
  private func tombstone(
    of property: PropertyLayout, _ kept: [PropertyLayout], _ route: RowRoutes.Route, _ existing: [String]
  ) -> String? {
    guard let older = predecessor(of: property, for: route), let place = kept.firstIndex(where: { $0 === older }),
      existing.contains(HistoryTables.tombstone(place))
    else { return nil }
    let column = HistoryTables.tombstone(place)
    guard let conversion = NumberConversion(from: older.attributeKind, to: property.attributeKind) else {
      return column
    }
    let value = conversion.converted(column) ?? column
    return conversion.fits(column).map { "CASE WHEN \(column) IS NOT NULL AND (\($0)) THEN \(value) END" } ?? value
  }
}
