/// The triggers that keep a derived attribute up to date. Those of a count are worded as Apple's are, letter by letter; that
/// of `now()` as a published one is; the others follow their pattern, and use no function that Apple's SQLite lacks.
extension DerivedAttribute {
  /// Each as what follows CREATE.
  var triggers: [String] {
    switch source {
    case .now:
      return [
        trigger("INSERT", on: entity.table, "AFTER INSERT", update(key: "NEW.Z_PK"), isInsert: true),
        trigger("UPDATE", on: entity.table, "AFTER UPDATE OF Z_OPT", update(key: "NEW.Z_PK")),
      ]
    case .path(let hops, let column, let function):
      return hops.isEmpty ? copying(column, function) : following(hops, column)
    case .figure(let figure, let members, let column, let kind):
      let addsUp = figure == .count || (figure == .sum && kind.isInteger)
      switch members {
      case .children(let table, let owner):
        return addsUp ? adding(table, owner, column) : gathering(table, owner, column)
      case .paired(let pairs, let owner, let member, let table):
        return pairing(pairs, owner) + (column.map { memberChanges(table, pairs, owner, member, $0) } ?? [])
      }
    }
  }

  // MARK: Paths

  private func copying(_ column: SQLIdentifier, _ function: Derivation.TextFunction?) -> [String] {
    let set = update(to: DerivedAttribute.apply(function, to: column.sql), key: "NEW.Z_PK")
    return [
      trigger("INSERT", on: entity.table, "AFTER INSERT", set, isInsert: true),
      trigger("UPDATE", on: entity.table, "AFTER UPDATE OF \(column)", set),
    ]
  }

  private func following(_ hops: [Hop], _ column: SQLIdentifier) -> [String] {
    var triggers = [
      trigger("SOURCE_INSERT", on: entity.table, "AFTER INSERT", update(key: "NEW.Z_PK"), isInsert: true),
      trigger("SOURCE_UPDATE", on: entity.table, "AFTER UPDATE OF \(hops[0].key)", update(key: "NEW.Z_PK")),
    ]
    for place in hops.indices {
      let table = hops[place].table
      let number = place == 0 ? "" : String(place)
      let read = place + 1 < hops.count ? hops[place + 1].key : column
      // The key alone leads here: the row at its end may be gone already.
      let before = "SELECT t0.Z_PK FROM \(joined(hops[..<place])) WHERE t\(place).\(hops[place].key)"
      func changed(_ row: String) -> Affected { .several("\(before) = \(row).Z_PK") }
      triggers += [
        trigger("PARAMETER\(number)_INSERT", on: table, "AFTER INSERT", update(rows: changed("NEW"))),
        trigger("PARAMETER\(number)_UPDATE", on: table, "AFTER UPDATE OF \(read)", update(rows: changed("NEW"))),
        trigger("PARAMETER\(number)_DELETE", on: table, "AFTER DELETE", update(rows: changed("OLD"))),
      ]
    }
    return triggers
  }

  // MARK: Figures

  /// Counts, and sums of integers: each change adds or takes away.
  private func adding(_ table: SQLIdentifier, _ owner: SQLIdentifier, _ value: SQLIdentifier?) -> [String] {
    let (new, old) = ("NEW.\(owner)", "OLD.\(owner)")
    let (more, less) = (value.map { "IFNULL(NEW.\($0), 0)" } ?? "1", value.map { "IFNULL(OLD.\($0), 0)" } ?? "1")
    let columns = ([owner] + (value.map { [$0] } ?? [])).map(\.sql).joined(separator: ", ")
    return [
      trigger(
        "PARAMETER_INSERT", on: table, "AFTER INSERT", update(to: "IFNULL(\(column), 0) + \(more)", key: new), when: new
      ),
      trigger(
        "PARAMETER_UPDATE_INCREMENT", on: table, "AFTER UPDATE OF \(columns)",
        update(to: "\(column) + \(more)", key: new), when: new),
      trigger(
        "PARAMETER_UPDATE_DECREMENT", on: table, "AFTER UPDATE OF \(columns)",
        update(to: "\(column) - \(less)", key: old), when: old),
      trigger("PARAMETER_DELETE", on: table, "AFTER DELETE", update(to: "\(column) - \(less)", key: old), when: old),
      trigger(
        "SOURCE_INSERT", on: entity.table, "AFTER INSERT",
        value == nil ? update(to: initialCount(table, owner), key: "NEW.Z_PK") : update(key: "NEW.Z_PK"), isInsert: true
      ),
    ]
  }

  private func initialCount(_ table: SQLIdentifier, _ owner: SQLIdentifier) -> String {
    "(SELECT IFNULL(COUNT(\(owner)), 0) FROM \(table) WHERE \(owner) = NEW.Z_PK)"
  }

  /// Other figures are computed anew: sums of fractions, so that nothing is left over of what has gone.
  private func gathering(_ table: SQLIdentifier, _ owner: SQLIdentifier, _ value: SQLIdentifier?) -> [String] {
    let columns = ([owner] + (value.map { [$0] } ?? [])).map(\.sql).joined(separator: ", ")
    let (new, old) = ("NEW.\(owner)", "OLD.\(owner)")
    return [
      trigger("PARAMETER_INSERT", on: table, "AFTER INSERT", update(key: new), when: new),
      trigger("PARAMETER_UPDATE_NEW", on: table, "AFTER UPDATE OF \(columns)", update(key: new), when: new),
      trigger("PARAMETER_UPDATE_OLD", on: table, "AFTER UPDATE OF \(owner)", update(key: old), when: old),
      trigger("PARAMETER_DELETE", on: table, "AFTER DELETE", update(key: old), when: old),
      trigger("SOURCE_INSERT", on: entity.table, "AFTER INSERT", update(key: "NEW.Z_PK"), isInsert: true),
    ]
  }

  private func pairing(_ pairs: SQLIdentifier, _ owner: SQLIdentifier) -> [String] {
    let (new, old) = ("NEW.\(owner)", "OLD.\(owner)")
    let isCount: Bool
    if case .figure(.count, _, _, _) = source { isCount = true } else { isCount = false }
    return [
      trigger(
        "PARAMETER_INSERT", on: pairs, "AFTER INSERT",
        isCount ? update(to: "IFNULL(\(column), 0) + 1", key: new) : update(key: new), when: new),
      trigger(
        "PARAMETER_DELETE", on: pairs, "AFTER DELETE",
        isCount ? update(to: "\(column) - 1", key: old) : update(key: old), when: old),
      trigger("SOURCE_INSERT", on: entity.table, "AFTER INSERT", update(key: "NEW.Z_PK"), isInsert: true),
    ]
  }

  private func memberChanges(
    _ table: SQLIdentifier, _ pairs: SQLIdentifier, _ owner: SQLIdentifier, _ member: SQLIdentifier,
    _ value: SQLIdentifier
  ) -> [String] {
    let owners = { (row: String) in "SELECT \(owner) FROM \(pairs) WHERE \(member) = \(row).Z_PK" }
    return [
      trigger("MEMBER_INSERT", on: table, "AFTER INSERT", update(rows: .several(owners("NEW")))),
      trigger("MEMBER_UPDATE", on: table, "AFTER UPDATE OF \(value)", update(rows: .several(owners("NEW")))),
    ]
  }

  // MARK: Parts

  /// The rows whose value changes.
  private enum Affected {
    case one(String)
    case several(String)

    var condition: String {
      switch self {
      case .one(let key): "Z_PK = \(key)"
      case .several(let select): "Z_PK IN (\(select))"
      }
    }
  }

  private struct Change {
    let value: String
    let rows: Affected
  }

  private func update(key: String) -> Change { Change(value: value(forKey: key), rows: .one(key)) }

  private func update(to value: String, key: String) -> Change { Change(value: value, rows: .one(key)) }

  private func update(rows: Affected) -> Change {
    Change(value: value(forKey: "\(entity.table).Z_PK"), rows: rows)
  }

  private func trigger(
    _ what: String, on table: SQLIdentifier, _ event: String, _ change: Change, when key: String? = nil,
    isInsert: Bool = false
  ) -> String {
    let name = SQLIdentifier("\(DerivedAttribute.triggerPrefix)\(table.name)_\(label)_\(what)")
    let notice = isInsert ? AffectedRows.insertFunction : AffectedRows.updateFunction
    let condition = key.map { " WHEN (\($0) NOT NULL)" } ?? ""
    let own = entity.table
    return
      "TRIGGER \(name) \(event) ON \(table) FOR EACH ROW\(condition) BEGIN UPDATE \(own) SET \(column) = \(change.value) WHERE \(change.rows.condition); SELECT \(notice)(\(own.literal), Z_ENT, Z_PK, \(SQLIdentifier(property.name).literal), \(column)) FROM \(own) WHERE \(change.rows.condition); END"
  }
}
