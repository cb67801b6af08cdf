import CoreDataSQLite

/// What a connection that writes needs for derived attributes.
struct DerivedTriggers {
  let schema: SQLSchema
  let attributes: [DerivedAttribute]

  /// nil for a store without derived attributes.
  init?(_ schema: SQLSchema) throws {
    self.schema = schema
    attributes = try schema.derivedAttributes(leavingOutUnknown: true)
    if attributes.isEmpty { return nil }
  }

  /// Triggers of the connection's own for attributes that the file has none for: those with functions of text, whose names
  /// in Apple's SQL are not known, so that a trigger in the file would keep Apple's framework from writing to it.
  ///
  /// Where Core Data has made triggers with such a function, the function is whatever their SQL calls it.
  func install(on connection: Connection) throws {
    let found = try triggers(of: connection)
    for attribute in attributes {
      let own = found.filter { $0.name.contains("_\(attribute.label)_") }
      guard own.isEmpty else {
        if let function = attribute.textFunction {
          try register(function, for: own.map(\.sql), unless: functions(of: connection), on: connection)
        }
        continue
      }
      for trigger in attribute.triggers {
        // "TRIGGER name …" of the file becomes a trigger of the connection.
        try connection.execute("CREATE TEMP TRIGGER IF NOT EXISTS \(trigger.dropFirst("TRIGGER ".count))")
      }
    }
  }

  private func triggers(of connection: Connection) throws -> [(name: String, sql: String)] {
    let statement = try connection.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND substr(name, 1, 5) = '\(DerivedAttribute.triggerPrefix)'"
    )
    var found: [(name: String, sql: String)] = []
    while try statement.step() { found.append((statement.string(0) ?? "", statement.string(1) ?? "")) }
    return found
  }

  private func functions(of connection: Connection) throws -> Set<String> {
    var names: Set<String> = ["in", "when", "and", "or", "not", "case", "then", "else", "values", "exists", "as", "on"]
    let statement = try connection.prepare("SELECT DISTINCT lower(name) FROM pragma_function_list")
    while try statement.step() { if let name = statement.string(0) { names.insert(name) } }
    return names
  }

  private func register(
    _ function: Derivation.TextFunction, for triggers: [String], unless known: Set<String>, on connection: Connection
  ) throws {
    for name in Set(triggers.flatMap(DerivedTriggers.calledNames)) where !known.contains(name.lowercased()) {
      try connection.register(function: name, argumentCount: -1, deterministic: true) { arguments in
        guard let text = arguments.string(0) else { return .null }
        let call = ExpressionTree.function(function.call, [.constant(text)])
        return (try PredicateEvaluator(nilRule: .sql).value(of: call, nil) as? String).map { .text($0) } ?? .null
      }
    }
  }

  /// The words before a parenthesis.
  static func calledNames(_ sql: String) -> [String] {
    var names: [String] = []
    var word = ""
    for character in sql {
      if character == "_" || character.isLetter || character.isNumber {
        word.append(character)
      } else {
        if character == "(", let first = word.first, !first.isNumber { names.append(word) }
        word = ""
      }
    }
    return names
  }
}
