/// A predicate of a model file, parsed.
indirect enum PredicateNode {
  /// The raw values are those of archived compound predicates.
  enum Compound: Int {
    case not, and, or
  }

  /// The raw values are those of archived comparison modifiers.
  enum Modifier: Int {
    case direct, all, any
  }

  case constant(Bool)
  case compound(Compound, [PredicateNode])
  case comparison(Modifier, ExpressionNode, ComparisonSymbol, ExpressionNode)
}

/// A comparison operator with its option bits (1 case-insensitive, 2 diacritic-insensitive, 4 normalized, 8 locale).
struct ComparisonSymbol {
  /// As `NSPredicateOperatorType` numbers them.
  let type: Int
  var options = 0
}

indirect enum ExpressionNode {
  case evaluatedObject
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case variable(String)
  /// A path from an operand.
  case keyPath(ExpressionNode, String)
  case function(String, [ExpressionNode])
  case aggregate([ExpressionNode])
}
