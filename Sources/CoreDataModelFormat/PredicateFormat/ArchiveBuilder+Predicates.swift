extension ArchiveBuilder {
  mutating func predicate(_ node: PredicateNode) -> KeyedArchive.Value {
    switch node {
    case .constant(let value):
      return object(value ? "NSTruePredicate" : "NSFalsePredicate", [:])
    case .compound(let kind, let parts):
      let values = parts.map { predicate($0) }
      return object(
        "NSCompoundPredicate",
        ["NSCompoundPredicateType": .integer(Int64(kind.rawValue)), "NSSubpredicates": array(values)])
    case .comparison(let modifier, let left, let symbol, let right):
      return object(
        "NSComparisonPredicate",
        [
          "NSLeftExpression": expression(left), "NSRightExpression": expression(right),
          "NSPredicateOperator": comparisonOperator(symbol, modifier: modifier),
        ])
    }
  }

  private mutating func comparisonOperator(
    _ symbol: ComparisonSymbol, modifier: PredicateNode.Modifier
  ) -> KeyedArchive.Value {
    var fields: [String: KeyedArchive.Value] = [
      "NSOperatorType": .integer(Int64(symbol.type)), "NSModifier": .integer(Int64(modifier.rawValue)),
    ]
    let options = KeyedArchive.Value.integer(Int64(symbol.options))
    let className: String
    switch symbol.type {
    case 4, 5:
      className = "NSEqualityPredicateOperator"
      fields["NSNegate"] = .boolean(symbol.type == 5)
      fields["NSOptions"] = options
    case 0...3:
      className = "NSComparisonPredicateOperator"
      fields["NSVariant"] = .integer(Int64(symbol.type))
      fields["NSOptions"] = options
    default:
      let names = [
        6: "NSMatchingPredicateOperator", 7: "NSLikePredicateOperator", 8: "NSSubstringPredicateOperator",
        9: "NSSubstringPredicateOperator", 100: "NSBetweenPredicateOperator",
      ]
      className = names[symbol.type] ?? "NSInPredicateOperator"
      fields["NSFlags"] = options
    }
    return object(className, fields)
  }

  mutating func expression(_ node: ExpressionNode) -> KeyedArchive.Value {
    switch node {
    case .evaluatedObject: return object("NSSelfExpression", ["NSExpressionType": .integer(1)])
    case .null: return constant(.null)
    case .boolean(let flag): return constant(boxed(.boolean(flag)))
    case .integer(let number): return constant(boxed(.integer(number)))
    case .double(let number): return constant(boxed(.double(number)))
    case .string(let text): return constant(string(text))
    case .variable(let name):
      return object("NSVariableExpression", ["NSExpressionType": .integer(2), "NSVariable": string(name)])
    case .keyPath(let operand, let path): return keyPath(path, of: operand)
    case .function(let selector, let arguments):
      let target = object(
        "NSConstantValueExpression",
        ["NSExpressionType": .integer(0), "NSConstantValueClassName": string("_NSPredicateUtilities")])
      let values = arguments.map { expression($0) }
      return object(
        "NSFunctionExpression",
        [
          "NSExpressionType": .integer(4), "NSOperand": target, "NSSelectorName": string(selector),
          "NSArguments": array(values),
        ])
    case .aggregate(let parts):
      let values = parts.map { expression($0) }
      return object(
        "NSAggregateExpression", ["NSExpressionType": .integer(14), "NSCollection": array(values)])
    }
  }

  /// A direct comparison with a right side that is archived already.
  mutating func comparison(
    _ left: ExpressionNode, _ symbol: ComparisonSymbol, _ right: KeyedArchive.Value
  ) -> KeyedArchive.Value {
    object(
      "NSComparisonPredicate",
      [
        "NSLeftExpression": expression(left), "NSRightExpression": right,
        "NSPredicateOperator": comparisonOperator(symbol, modifier: .direct),
      ])
  }

  mutating func constant(_ value: KeyedArchive.Value) -> KeyedArchive.Value {
    object("NSConstantValueExpression", ["NSExpressionType": .integer(0), "NSConstantValue": value])
  }

  private mutating func keyPath(_ path: String, of operand: ExpressionNode) -> KeyedArchive.Value {
    let specifier = object(
      "NSKeyPathSpecifierExpression", ["NSExpressionType": .integer(10), "NSKeyPath": string(path)])
    var isFromSelf = false
    if case .evaluatedObject = operand { isFromSelf = true }
    // A single key of the evaluated object is read by key; anything else by path.
    let selector = isFromSelf && !path.contains(".") ? "valueForKey:" : "valueForKeyPath:"
    return object(
      "NSKeyPathExpression",
      [
        "NSExpressionType": .integer(isFromSelf ? 3 : 4), "NSOperand": expression(operand),
        "NSSelectorName": string(selector), "NSArguments": array([specifier], className: "NSMutableArray"),
      ])
  }
}
