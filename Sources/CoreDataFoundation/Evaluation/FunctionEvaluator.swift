import Foundation

/// The predefined functions of the predicate language. nil as an argument gives nil, except in lists.
enum FunctionEvaluator {
  static func value(of name: String, _ arguments: [Any?]) throws -> Any? {
    if PredicateFunction.statistics.contains(name) { return figure(name, list(arguments)) }
    switch (name, arguments.count) {
    case ("now", 0): return Date()
    case ("random", 0): return Double.random(in: 0..<1)
    case ("noindex:", 1): return arguments[0]
    case (PredicateFunction.index, 2): return try element(arguments[0], arguments[1])
    case (PredicateFunction.cast, 2):
      guard let value = arguments[0], let type = arguments[1] as? String else { return nil }
      return ValueCast.cast(value, to: type)
    case (PredicateFunction.call, 2...): return try call(arguments)
    case ("distanceToLocation:fromLocation:", 2): return try distance(arguments[0], arguments[1])
    case ("uppercase:", 1): return (arguments[0] as? String)?.uppercased()
    case ("lowercase:", 1): return (arguments[0] as? String)?.lowercased()
    case ("canonical:", 1):
      return (arguments[0] as? String).map { StringMatching.folded($0, [.caseInsensitive, .diacriticInsensitive]) }
    case ("length:", 1): return (arguments[0] as? String)?.utf16.count
    case (_, 1): return try unary(name, arguments[0])
    case (_, 2): return try binary(name, arguments[0], arguments[1])
    default: throw unknown(name)
    }
  }

  private static func unknown(_ name: String) -> PredicateEvaluationError {
    PredicateEvaluationError("Unknown function \(name)")
  }

  // MARK: Lists

  private static func list(_ arguments: [Any?]) -> [Any] {
    arguments.flatMap { argument -> [Any] in
      guard let argument else { return [] }
      return (AnyValue.elements(argument) ?? [argument]).compactMap { AnyValue.unwrapped($0) }
    }
  }

  private static func figure(_ name: String, _ values: [Any]) -> Any? {
    switch name {
    case "sum:": Statistics.sum(values)
    case "average:": Statistics.average(values)
    case "min:": Statistics.extreme(values, .orderedAscending)
    case "max:": Statistics.extreme(values, .orderedDescending)
    case "count:": values.count
    case "median:": Statistics.median(values)
    case "mode:": Statistics.modes(values)
    default: Statistics.standardDeviation(values)
    }
  }

  private static func element(_ list: Any?, _ index: Any?) throws -> Any? {
    guard let list, let index else { return nil }
    if let key = index as? String { return try KeyPathReader.property(key, of: list) }
    guard let members = AnyValue.elements(list) else {
      throw PredicateEvaluationError("\(type(of: list)) has no members to index")
    }
    switch index {
    case CollectionIndex.first as CollectionIndex: return members.first.flatMap { AnyValue.unwrapped($0) }
    case CollectionIndex.last as CollectionIndex: return members.last.flatMap { AnyValue.unwrapped($0) }
    case CollectionIndex.size as CollectionIndex: return members.count
    default:
      guard let position = NumericValue(index)?.integer else {
        throw PredicateEvaluationError("\(index) is no index")
      }
      guard members.indices.contains(Int(position)) else { return nil }
      return AnyValue.unwrapped(members[Int(position)])
    }
  }

  /// `FUNCTION(target, name)` reads a property. Methods cannot be called by name on this platform.
  private static func call(_ arguments: [Any?]) throws -> Any? {
    guard let name = arguments[1] as? String, arguments.count == 2 else {
      throw PredicateEvaluationError("FUNCTION can only read a property here")
    }
    return try arguments[0].flatMap { AnyValue.unwrapped(try KeyPathReader.property(name, of: $0)) }
  }

  // MARK: Numbers

  private static func unary(_ name: String, _ argument: Any?) throws -> Any? {
    guard let operation = unaryOperations[name] else { throw unknown(name) }
    return argument.flatMap { NumericValue($0) }.flatMap(operation)?.object
  }

  private static let unaryOperations: [String: @Sendable (NumericValue) -> NumericValue?] = [
    "sqrt:": { .real($0.double.squareRoot()) },
    "log:": { .real(log10($0.double)) },
    "ln:": { .real(Foundation.log($0.double)) },
    "exp:": { .real(Foundation.exp($0.double)) },
    "abs:": { $0.compare(.integer(0)) == .orderedAscending ? .integer(0) - $0 : $0 },
    "ceiling:": { $0.rounded(.up) },
    "floor:": { $0.rounded(.down) },
    "trunc:": { $0.rounded(.towardZero) },
    "random:": { limit in limit.integer.flatMap { $0 > 0 ? .integer(.random(in: 0..<$0)) : nil } },
    "onesComplement:": { $0.integer.map { .integer(~$0) } },
  ]

  private static func binary(_ name: String, _ left: Any?, _ right: Any?) throws -> Any? {
    guard let operation = binaryOperations[name] else { throw unknown(name) }
    guard let left, let right else { return nil }
    if let date = left as? Date { return moved(date, name, right) }
    guard let left = NumericValue(left), let right = NumericValue(right) else { return nil }
    return operation(left, right)?.object
  }

  /// A date moves by seconds; two dates are apart by seconds.
  private static func moved(_ date: Date, _ name: String, _ other: Any) -> Any? {
    if let other = other as? Date { return name == "from:subtract:" ? date.timeIntervalSince(other) : nil }
    guard let seconds = NumericValue(other)?.double else { return nil }
    switch name {
    case "add:to:": return date.addingTimeInterval(seconds)
    case "from:subtract:": return date.addingTimeInterval(-seconds)
    default: return nil
    }
  }

  private static let binaryOperations: [String: @Sendable (NumericValue, NumericValue) -> NumericValue?] = [
    "add:to:": { $0 + $1 },
    "from:subtract:": { $0 - $1 },
    "multiply:by:": { $0 * $1 },
    "divide:by:": { $0.divided(by: $1) },
    "modulus:by:": { $0.remainder(by: $1) },
    "raise:toPower:": { $0.raised(to: $1) },
    "bitwiseAnd:with:": { bits($0, $1, &) },
    "bitwiseOr:with:": { bits($0, $1, |) },
    "bitwiseXor:with:": { bits($0, $1, ^) },
    "leftshift:by:": { bits($0, $1, <<) },
    "rightshift:by:": { bits($0, $1, >>) },
  ]

  private static func bits(
    _ left: NumericValue, _ right: NumericValue, _ operation: (Int64, Int64) -> Int64
  ) -> NumericValue? {
    guard let left = left.integer, let right = right.integer else { return nil }
    return .integer(operation(left, right))
  }

  // MARK: Places

  /// The way in metres along a sphere between two objects with a `latitude` and a `longitude` in degrees.
  private static func distance(_ first: Any?, _ second: Any?) throws -> Any? {
    func radians(_ place: Any, _ key: String) throws -> Double? {
      let value = AnyValue.unwrapped(try KeyPathReader.property(key, of: place))
      return value.flatMap { NumericValue($0) }.map { $0.double * .pi / 180 }
    }
    guard let first, let second,
      let latitude1 = try radians(first, "latitude"), let longitude1 = try radians(first, "longitude"),
      let latitude2 = try radians(second, "latitude"), let longitude2 = try radians(second, "longitude")
    else { return nil }
    let height = sin((latitude2 - latitude1) / 2)
    let width = sin((longitude2 - longitude1) / 2)
    let earthRadius = 6_371_008.8
    return 2 * earthRadius
      * asin(min(1, (height * height + cos(latitude1) * cos(latitude2) * width * width).squareRoot()))
  }
}
