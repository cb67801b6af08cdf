import CoreDataSQLite

extension SQLFunctions {
  /// A call of a function of the predicate language, made ready once for all rows.
  private final class Call {
    let name: String
    let types: [Character]

    init(name: String, types: String) {
      self.name = name
      self.types = Array(types)
    }
  }

  static func registerEvaluation(on connection: Connection) throws {
    try connection.register(function: evaluate, argumentCount: -1, deterministic: true) { arguments in
      let call = arguments.cached(0) { Call(name: arguments.string(0) ?? "", types: arguments.string(1) ?? "") }
      var values: [ExpressionTree] = []
      for (place, type) in call.types.enumerated() { values.append(.constant(value(arguments, place + 2, type))) }
      return result(try PredicateEvaluator(nilRule: .sql).value(of: .function(call.name, values), nil))
    }
  }

  /// An argument as the value that a property of its type has.
  private static func value(_ arguments: borrowing FunctionArguments, _ index: Int, _ type: Character) -> Any? {
    if arguments.isNull(index) { return nil }
    switch type {
    case "d": return number(arguments, index)?.decimal
    case "s": return Date(timeIntervalSinceReferenceDate: arguments.double(index))
    case "t": return arguments.string(index)
    case "r": return arguments.string(index).flatMap { URL(string: $0) }
    case "b": return arguments.blob(index).map { Data($0) }
    case "u":
      guard let bytes = arguments.blob(index), bytes.count == 16 else { return nil }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    default:
      switch arguments.type(index) {
      case .integer: return arguments.integer(index)
      case .double: return arguments.double(index)
      default: return arguments.string(index)
      }
    }
  }

  private static func result(_ value: Any?) -> FunctionResult {
    guard let value = AnyValue.unwrapped(value) else { return .null }
    if let text = value as? String { return .text(text) }
    if let number = NumericValue(value) { return result(number) }
    switch value {
    case let date as Date: return .double(date.timeIntervalSinceReferenceDate)
    case let uuid as UUID: return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case let url as URL: return .text(url.absoluteString)
    case let data as Data: return .blob(Array(data))
    default: return .null
    }
  }
}
