/// The arguments of a run, checked against the syntax of its verb.
struct Arguments {
  private let operands: [String: String]
  private let values: [String: [String]]

  init(operands: [String: String], values: [String: [String]]) {
    self.operands = operands
    self.values = values
  }

  /// The value of an option, of a repeated one the last; nil when it was not given.
  subscript<Value>(_ option: Option<Value>) -> Value? { values[option.name]?.last.flatMap(option.read) }

  /// All values of an option, in order.
  func all<Value>(_ option: Option<Value>) -> [Value] { (values[option.name] ?? []).compactMap(option.read) }

  func has(_ flag: Option<Bool>) -> Bool { values[flag.name] != nil }

  var wantsJSON: Bool { has(CommandSyntax.json) }

  /// The operand of this name; nil for an optional one that was not given.
  func operand(_ name: String) -> String? { operands[name] }

  /// An operand that the syntax requires.
  func required(_ name: String) throws -> String {
    guard let operand = operands[name] else { throw ToolError("\(name) is missing") }
    return operand
  }
}
