/// Predicates and expressions of indexes in SQL that every SQLite understands: without parameters, and without a function of
/// one connection's own, which would keep other programs from writing to the table.
struct IndexSQL {
  let schema: SQLSchema
  let entity: SQLEntity

  private static let operators: [String: String] = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "modulus:by:": "%",
    "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
  ]
  private static let comparisons: [NSComparisonPredicate.Operator: String] = [
    .equalTo: "=", .notEqualTo: "<>", .lessThan: "<", .lessThanOrEqualTo: "<=", .greaterThan: ">",
    .greaterThanOrEqualTo: ">=",
  ]

  /// nil for what plain SQL cannot say.
  func condition(_ tree: PredicateTree) -> String? {
    switch tree {
    case .literal(let flag): return flag ? "1" : "0"
    case .and(let parts): return joined(parts, "AND")
    case .or(let parts): return joined(parts, "OR")
    case .not(let part): return condition(part).map { "NOT (\($0))" }
    case .comparison(let comparison): return condition(comparison)
    case .opaque: return nil
    }
  }

  private func joined(_ parts: [PredicateTree], _ word: String) -> String? {
    let conditions = parts.compactMap { condition($0) }
    guard !parts.isEmpty, conditions.count == parts.count else { return nil }
    return conditions.map { "(\($0))" }.joined(separator: " \(word) ")
  }

  private func condition(_ comparison: PredicateComparison) -> String? {
    guard comparison.modifier == .direct, comparison.options.isEmpty, let left = value(comparison.left) else {
      return nil
    }
    switch comparison.type {
    case .between:
      guard case .aggregate(let bounds) = comparison.right, bounds.count == 2, let low = value(bounds[0]),
        let high = value(bounds[1])
      else { return nil }
      return "\(left) BETWEEN \(low) AND \(high)"
    case .in:
      guard case .aggregate(let members) = comparison.right else { return nil }
      let values = members.compactMap { value($0) }
      guard !values.isEmpty, values.count == members.count else { return nil }
      return "\(left) IN (\(values.joined(separator: ", ")))"
    default:
      guard let right = value(comparison.right), let sign = IndexSQL.comparisons[comparison.type] else { return nil }
      guard left == "NULL" || right == "NULL" else { return "\(left) \(sign) \(right)" }
      let other = left == "NULL" ? right : left
      switch comparison.type {
      case .equalTo: return "\(other) IS NULL"
      case .notEqualTo: return "\(other) IS NOT NULL"
      default: return nil
      }
    }
  }

  /// A column of the entity, a constant, or arithmetic of both; nil for anything else.
  func value(_ tree: ExpressionTree) -> String? {
    switch tree {
    case .keyPath(let keys, of: .evaluatedObject):
      return schema.column(named: keys.joined(separator: "."), of: entity)?.sql
    case .constant(let constant): return IndexSQL.literal(constant)
    case .function(let name, let arguments):
      guard let sign = IndexSQL.operators[name], arguments.count == 2, let left = value(arguments[0]),
        let right = value(arguments[1])
      else { return nil }
      return "(\(left) \(sign) \(right))"
    default: return nil
    }
  }

  private static func literal(_ constant: Any?) -> String? {
    guard let constant, !(constant is NSNull) else { return "NULL" }
    switch constant {
    case let text as String: return SQLLiteral.text(of: .string(text))
    case let date as Date: return SQLLiteral.text(of: .double(date.timeIntervalSinceReferenceDate))
    case let data as Data: return SQLLiteral.text(of: .data(data))
    case let uuid as UUID: return SQLLiteral.text(of: .uuid(uuid))
    case let url as URL: return SQLLiteral.text(of: .string(url.absoluteString))
    case let flag as Bool: return flag ? "1" : "0"
    case let decimal as NSDecimalNumber: return SQLLiteral.text(of: .decimal(decimal.decimalValue))
    case let number as Int: return String(number)
    case let number as Int64: return String(number)
    case let number as Double: return SQLLiteral.text(of: .double(number))
    case let number as NSNumber:
      let isFloating = [UInt8(ascii: "d"), UInt8(ascii: "f")].contains(UInt8(bitPattern: number.objCType.pointee))
      return SQLLiteral.text(of: isFloating ? .double(number.doubleValue) : .integer(number.int64Value))
    default: return nil
    }
  }
}
