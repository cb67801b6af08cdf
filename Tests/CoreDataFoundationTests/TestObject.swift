@testable import CoreDataFoundation

/// An object with key-value coding whose properties are a dictionary; unknown keys read nil.
final class TestObject: NSObject, KeyValueCoding {
  var properties: [String: Any]

  init(_ properties: [String: Any] = [:]) { self.properties = properties }

  func value(forKey key: String) -> Any? { properties[key] }
  func setValue(_ value: Any?, forKey key: String) { properties[key] = value }
}

func matches(_ format: String, _ object: Any?, _ rule: PredicateEvaluator.NilRule = .memory, _ arguments: Any?...)
  throws
  -> Bool
{
  try PredicateEvaluator(nilRule: rule).matches(PredicateTree(format: format, arguments: arguments).prepared, object)
}

func value(_ format: String, _ object: Any? = nil, _ arguments: Any?...) throws -> Any? {
  var parser = try PredicateParser(format, arguments: arguments)
  return try PredicateEvaluator().value(of: parser.parseExpression(), object)
}
