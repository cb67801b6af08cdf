import Foundation

extension PredicateTree: Hashable {
  package static func == (left: PredicateTree, right: PredicateTree) -> Bool { left.isEqual(to: right) }

  package func isEqual(to other: PredicateTree) -> Bool {
    switch (self, other) {
    case (.literal(let left), .literal(let right)): left == right
    case (.comparison(let left), .comparison(let right)):
      left.type == right.type && left.modifier == right.modifier && left.options == right.options
        && left.left.isEqual(to: right.left) && left.right.isEqual(to: right.right)
    case (.and(let left), .and(let right)), (.or(let left), .or(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
    case (.not(let left), .not(let right)): left.isEqual(to: right)
    case (.opaque(let left), .opaque(let right)): left === right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .literal(let value): hasher.combine(value)
    case .comparison(let comparison):
      hasher.combine(comparison.type)
      comparison.left.hash(into: &hasher)
      comparison.right.hash(into: &hasher)
    case .and(let parts), .or(let parts): for part in parts { part.hash(into: &hasher) }
    case .not(let part): part.hash(into: &hasher)
    case .opaque(let predicate): hasher.combine(ObjectIdentifier(predicate))
    }
  }
}

extension ExpressionTree: Hashable {
  package static func == (left: ExpressionTree, right: ExpressionTree) -> Bool { left.isEqual(to: right) }

  /// A constant collection equals the list of its members: that is how it is written in a format.
  package func isEqual(to other: ExpressionTree) -> Bool {
    switch (self, other) {
    case (.constant(let left), .constant(let right)): Self.equalConstants(left, right)
    case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey): true
    case (.variable(let left), .variable(let right)): left == right
    case (.keyPath(let left, of: let leftOperand), .keyPath(let right, of: let rightOperand)):
      left == right && leftOperand.isEqual(to: rightOperand)
    case (.function(let left, let leftArguments), .function(let right, let rightArguments)):
      left == right && Self.equalLists(leftArguments, rightArguments)
    case (.aggregate(let left), .aggregate(let right)): Self.equalLists(left, right)
    case (.constant(let value?), .aggregate(let members)), (.aggregate(let members), .constant(let value?)):
      Self.equalMembers(value, members)
    case (.subquery(let left, variable: let leftName, let first), .subquery(let right, variable: let name, let second)):
      leftName == name && left.isEqual(to: right) && first.isEqual(to: second)
    case (.conditional(let left, let leftThen, let leftElse), .conditional(let right, let then, let otherwise)):
      left.isEqual(to: right) && leftThen.isEqual(to: then) && leftElse.isEqual(to: otherwise)
    case (.union(let left, let first), .union(let right, let second)),
      (.intersect(let left, let first), .intersect(let right, let second)),
      (.minus(let left, let first), .minus(let right, let second)):
      left.isEqual(to: right) && first.isEqual(to: second)
    case (.opaque(let left), .opaque(let right)): left === right
    default: false
    }
  }

  /// Constants do not count: 1, 1.0 and true are equal but differ in their own hashes.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .constant, .aggregate, .evaluatedObject, .anyKey: break
    case .variable(let name): hasher.combine(name)
    case .keyPath(let keys, of: let operand):
      hasher.combine(keys)
      operand.hash(into: &hasher)
    case .function(let name, let arguments):
      hasher.combine(name)
      for argument in arguments { argument.hash(into: &hasher) }
    case .subquery(let members, variable: let name, let predicate):
      hasher.combine(name)
      members.hash(into: &hasher)
      predicate.hash(into: &hasher)
    case .conditional(let predicate, then: let first, otherwise: let second):
      predicate.hash(into: &hasher)
      first.hash(into: &hasher)
      second.hash(into: &hasher)
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right):
      left.hash(into: &hasher)
      right.hash(into: &hasher)
    case .opaque(let expression): hasher.combine(ObjectIdentifier(expression))
    }
  }

  private static func equalConstants(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): AnyValue.isEqual(left, right) || isNotANumber(left) && isNotANumber(right)
    default: false
    }
  }

  /// An expression equals itself, whatever its values compare as.
  private static func isNotANumber(_ value: Any) -> Bool {
    ((value as? Date)?.timeIntervalSinceReferenceDate ?? NumericValue(value)?.double)?.isNaN ?? false
  }

  private static func equalLists(_ left: [ExpressionTree], _ right: [ExpressionTree]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
  }

  private static func equalMembers(_ value: Any, _ members: [ExpressionTree]) -> Bool {
    guard let elements = AnyValue.elements(value), elements.count == members.count else { return false }
    let constants = elements.map { ExpressionTree.constant(AnyValue.unwrapped($0)) }
    if equalLists(constants, members) { return true }
    // A set has no order, so its members may have been written in another one.
    guard value is NSSet || value is any SetAlgebra else { return false }
    return constants.allSatisfy { constant in members.contains { constant.isEqual(to: $0) } }
  }
}
