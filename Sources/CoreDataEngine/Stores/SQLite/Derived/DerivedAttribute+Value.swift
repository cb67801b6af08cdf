/// The value of a derived attribute in SQL.
extension DerivedAttribute {
  /// The value for the row of the attribute's table whose key `key` names: `NEW.Z_PK`, say, or a column.
  func value(forKey key: String) -> String {
    switch source {
    case .now: return "\(StoreConnection.nowFunction)()"
    case .path(let hops, let column, let function):
      let end = "t\(hops.count).\(column)"
      return "(SELECT \(DerivedAttribute.apply(function, to: end)) FROM \(joined(hops)) WHERE t0.Z_PK = \(key))"
    case .figure(let figure, let members, let column, let kind):
      // What has no members sums up to 0, and has no average.
      func select(_ from: String, _ alias: String, counted: SQLIdentifier) -> String {
        let argument = "\(alias).\(column ?? counted)"
        if kind == .decimal, figure == .minimum || figure == .maximum {
          // MIN and MAX put digits after all numbers. Nothing but SQL can stand here: Apple's framework runs it too.
          let order = "CAST(\(argument) AS REAL)\(figure == .maximum ? " DESC" : "")"
          return "(SELECT \(argument) FROM \(from) = \(key) AND \(argument) NOT NULL ORDER BY \(order) LIMIT 1)"
        }
        let value = "\(figure.sql)(\(argument))"
        let isTotal = figure == .count || figure == .sum
        return "(SELECT \(isTotal ? "IFNULL(\(value), 0)" : value) FROM \(from) = \(key))"
      }
      switch members {
      case .children(let table, let owner):
        return select("\(table) m WHERE m.\(owner)", "m", counted: owner)
      case .paired(let pairs, let owner, let member, let table):
        guard column != nil else { return select("\(pairs) p WHERE p.\(owner)", "p", counted: owner) }
        return select("\(pairs) p JOIN \(table) m ON m.Z_PK = p.\(member) WHERE p.\(owner)", "m", counted: owner)
      }
    }
  }

  /// The attribute's table `t0` and those that the path leads through.
  func joined(_ hops: some Sequence<Hop>) -> String {
    var text = "\(entity.table) t0"
    for (place, hop) in hops.enumerated() {
      text += " JOIN \(hop.table) t\(place + 1) ON t\(place + 1).Z_PK = t\(place).\(hop.key)"
    }
    return text
  }

  static func apply(_ function: Derivation.TextFunction?, to value: String) -> String {
    guard let function else { return value }
    return "\(SQLFunctions.evaluate)('\(function.call)', 't', \(value))"
  }
}
