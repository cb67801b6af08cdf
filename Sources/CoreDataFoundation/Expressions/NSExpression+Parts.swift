import Foundation

extension NSExpression {
  /// The value of a constant expression; traps for another type.
  public var constantValue: Any? {
    guard case .constant(let value) = tree else { wrongType("constant value") }
    return value
  }

  /// The dotted key path of a key path expression; traps for another type.
  public var keyPath: String {
    guard case .keyPath(let keys, _) = tree else { wrongType("key path") }
    return keys.joined(separator: ".")
  }

  /// The name of a function such as `add:to:`; traps for another type.
  public var function: String {
    switch tree {
    case .function(let name, _): return name
    case .keyPath: return "valueForKeyPath:"
    default: wrongType("function")
    }
  }

  /// The name of a variable, and of the member in a subquery; traps for another type.
  public var variable: String {
    switch tree {
    case .variable(let name), .subquery(_, variable: let name, _): return name
    default: wrongType("variable")
    }
  }

  /// The object that a function or key path is applied to; traps for another type.
  public var operand: NSExpression {
    switch tree {
    case .keyPath(_, of: let operand): return .make(operand)
    case .function(PredicateFunction.call, let arguments): return .make(arguments[0])
    case .function: return .make(.constant(nil))
    default: wrongType("operand")
    }
  }

  /// The arguments of a function; traps for another type.
  public var arguments: [NSExpression]? {
    switch tree {
    case .function(PredicateFunction.call, let arguments): return arguments.dropFirst(2).map(NSExpression.make)
    case .function(_, let arguments): return arguments.map(NSExpression.make)
    case .keyPath(let keys, _): return [NSExpression(forConstantValue: keys.joined(separator: "."))]
    default: wrongType("arguments")
    }
  }

  /// The collection of an aggregate or subquery: the array of member expressions, or the expression that gives the
  /// members; traps for another type.
  public var collection: Any {
    switch tree {
    case .aggregate(let members): return members.map(NSExpression.make)
    case .subquery(let members, _, _): return NSExpression.make(members)
    default: wrongType("collection")
    }
  }

  /// The predicate of a subquery or conditional; traps for another type.
  public var predicate: NSPredicate {
    switch tree {
    case .subquery(_, _, let predicate), .conditional(let predicate, _, _): return .make(predicate)
    default: wrongType("predicate")
    }
  }

  /// The first of two sets; traps for another type.
  public var left: NSExpression { .make(sets.0) }

  /// The second of two sets; traps for another type.
  public var right: NSExpression { .make(sets.1) }

  /// What a conditional gives when its predicate holds; traps for another type.
  public var `true`: NSExpression {
    guard case .conditional(_, then: let expression, _) = tree else { wrongType("true expression") }
    return .make(expression)
  }

  /// What a conditional gives when its predicate does not hold; traps for another type.
  public var `false`: NSExpression {
    guard case .conditional(_, _, otherwise: let expression) = tree else { wrongType("false expression") }
    return .make(expression)
  }

  private var sets: (ExpressionTree, ExpressionTree) {
    switch tree {
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right): (left, right)
    default: wrongType("sets")
    }
  }

  private func wrongType(_ part: String) -> Never {
    preconditionFailure("The expression \(description) of type \(expressionType) has no \(part)")
  }
}

extension ExpressionTree {
  var expressionType: NSExpression.ExpressionType {
    switch self {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable: .variable
    case .keyPath: .keyPath
    case .function: .function
    case .aggregate: .aggregate
    case .subquery: .subquery
    case .conditional: .conditional
    case .union: .unionSet
    case .intersect: .intersectSet
    case .minus: .minusSet
    case .anyKey: .anyKey
    case .opaque(let expression): expression.expressionType
    }
  }
}
