import Foundation

extension ArchivedPredicateText.Renderer {
  private typealias Failure = ArchivedPredicateText.Failure

  /// Infix spellings of the arithmetic functions.
  private static let arithmetic = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "raise:toPower:": "**",
  ]
  /// Words that the format language takes for itself; as keys they are marked with "#".
  private static let reservedWords: Set<String> = [
    "and", "or", "in", "not", "all", "any", "some", "none", "like", "cast", "case", "true", "false", "nil", "null",
    "yes",
    "no", "self", "contains", "matches", "between", "beginswith", "endswith", "truepredicate", "falsepredicate",
    "first",
    "last", "size", "subquery", "function", "fetch", "anykey", "tokenmatches", "ternary", "by",
  ]

  mutating func expression(
    _ object: KeyedArchive.Object, depth: Int
  ) throws(ArchivedPredicateText.Failure) -> String {
    _ = try note("", depth: depth)
    let fields = object.fields
    switch object.className {
    case "NSSelfExpression": return "SELF"
    case "NSConstantValueExpression":
      return try note(try constant(fields["NSConstantValue"], depth: depth + 1), depth: depth)
    case "NSVariableExpression":
      guard let name = archive.string(fields["NSVariable"]) else { throw Failure(reason: "a variable has no name") }
      return try note("$\(name)", depth: depth)
    case "NSKeyPathSpecifierExpression":
      guard let path = archive.string(fields["NSKeyPath"]) else { throw Failure(reason: "a key path is missing") }
      return try note(Self.escaped(path), depth: depth)
    case "NSKeyPathExpression": return try keyPath(object, depth: depth)
    case "NSFunctionExpression": return try function(object, depth: depth)
    case "NSFetchRequestExpression":
      // Of a fetch, mapping models need to know the request alone.
      guard let request = archive.object(fields["NSFRExpression"]) else {
        throw Failure(reason: "a fetch has no request")
      }
      return try expression(request, depth: depth + 1)
    case "NSAggregateExpression":
      var parts: [String] = []
      for value in archive.elements(fields["NSCollection"]) ?? [] {
        guard let part = archive.object(value) else { throw Failure(reason: "an aggregate holds a plain value") }
        parts.append(try expression(part, depth: depth + 1))
      }
      return try note("{" + parts.joined(separator: ", ") + "}", depth: depth)
    default: throw Failure(reason: "\(object.className) has no text")
    }
  }

  /// A path from `SELF` stands alone; one from anything else follows its operand.
  private mutating func keyPath(
    _ object: KeyedArchive.Object, depth: Int
  ) throws(ArchivedPredicateText.Failure) -> String {
    let arguments = archive.elements(object.fields["NSArguments"]) ?? []
    guard arguments.count == 1, let specifier = archive.object(arguments[0]),
      let operand = archive.object(object.fields["NSOperand"])
    else { throw Failure(reason: "a key path expression of unknown layout") }
    let path = try expression(specifier, depth: depth + 1)
    switch operand.className {
    case "NSSelfExpression": return path
    case "NSVariableExpression", "NSKeyPathExpression":
      return try note(try expression(operand, depth: depth + 1) + "." + path, depth: depth)
    default: throw Failure(reason: "a key path of a \(operand.className)")
    }
  }

  private mutating func function(
    _ object: KeyedArchive.Object, depth: Int
  ) throws(ArchivedPredicateText.Failure) -> String {
    guard let selector = archive.string(object.fields["NSSelectorName"]),
      let operand = archive.object(object.fields["NSOperand"])
    else { throw Failure(reason: "a function of unknown layout") }
    if operand.className == "NSVariableExpression" { return try call(selector, of: operand, object, depth: depth) }
    guard archive.string(operand.fields["NSConstantValueClassName"]) == "_NSPredicateUtilities" else {
      throw Failure(reason: "a function of a class of the app's own")
    }
    var arguments: [String] = []
    for value in archive.elements(object.fields["NSArguments"]) ?? [] {
      guard let argument = archive.object(value) else { throw Failure(reason: "a function argument is missing") }
      arguments.append(try expression(argument, depth: depth + 1))
    }
    if selector == "count:", arguments.count == 1 { return try note(arguments[0] + ".@count", depth: depth) }
    if let symbol = Self.arithmetic[selector], arguments.count == 2 {
      return try note("(\(arguments[0]) \(symbol) \(arguments[1]))", depth: depth)
    }
    if selector == "castObject:toType:", arguments.count == 2 {
      return try note("CAST(\(arguments[0]), \(arguments[1]))", depth: depth)
    }
    guard selector.filter({ $0 == ":" }).count == min(arguments.count, 1) else {
      throw Failure(reason: "the function \(selector) has no text")
    }
    return try note("\(selector)(\(arguments.joined(separator: ", ")))", depth: depth)
  }

  /// A method of a variable's value, as mapping models call them.
  private mutating func call(
    _ selector: String, of operand: KeyedArchive.Object, _ object: KeyedArchive.Object, depth: Int
  ) throws(ArchivedPredicateText.Failure) -> String {
    var parts = [try expression(operand, depth: depth + 1), Self.quoted(selector)]
    for value in archive.elements(object.fields["NSArguments"]) ?? [] {
      guard let argument = archive.object(value) else { throw Failure(reason: "a function argument is missing") }
      parts.append(try expression(argument, depth: depth + 1))
    }
    return try note("FUNCTION(\(parts.joined(separator: ", ")))", depth: depth)
  }

  private mutating func constant(
    _ value: KeyedArchive.Value?, depth: Int
  ) throws(ArchivedPredicateText.Failure) -> String {
    _ = try note("", depth: depth)
    guard let value else { throw Failure(reason: "a constant has no value") }
    switch archive.resolve(value) {
    case .value(.null): return "nil"
    case .value(.boolean(let flag)): return flag ? "true" : "false"
    case .value(.integer(let number)): return "\(number)"
    case .value(.double(let number)): return "\(number)"
    case .value(.string(let text)): return Self.quoted(text)
    default: break
    }
    switch ArchivedModelDecoder(archive: archive).plainValue(value) {
    case .string(let text)?: return Self.quoted(text)
    case .decimal(let text)?: return "CAST(\(Self.quoted(text)), \"NSDecimalNumber\")"
    case .date(let interval)?: return "CAST(\(interval), \"NSDate\")"
    case .none:
      guard let elements = archive.elements(value) else { throw Failure(reason: "a constant has no text") }
      var parts: [String] = []
      for element in elements { parts.append(try constant(element, depth: depth + 1)) }
      return "{" + parts.joined(separator: ", ") + "}"
    default: throw Failure(reason: "a constant has no text")
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      switch character {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.append(character)
      }
    }
    return quoted + "\""
  }

  private static func escaped(_ path: String) -> String {
    path.split(separator: ".", omittingEmptySubsequences: false)
      .map { reservedWords.contains($0.lowercased()) ? "#\($0)" : String($0) }.joined(separator: ".")
  }
}
