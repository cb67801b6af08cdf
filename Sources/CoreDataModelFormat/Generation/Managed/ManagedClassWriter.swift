/// Writes the accessors of one hand-written class.
struct ManagedClassWriter {
  /// Types whose values the engine reads and sets without boxing them.
  private static let directTypes: Set<String> = [
    "Int64", "Int32", "Int16", "Bool", "Double", "TimeInterval", "Float", "NSNumber?", "NSDecimalNumber?", "Date?",
    "String?", "Data?", "UUID?", "URL?", "NSSet?", "NSOrderedSet?",
  ]

  let text: String

  init(
    _ path: [String], _ members: [ManagedDeclaration], in generator: ManagedAccessorGenerator
  ) throws(ManagedDeclarationError) {
    var constants: [String: String] = [:]
    for member in members { if case .property(let type) = member.member { constants[member.name] = type.text } }
    let properties = Set(constants.keys)
    var lines: [String] = []
    for member in members {
      guard let symbols = generator.symbols(of: member) else { throw Self.unknownType(member) }
      let prefix = min(member.visibility, generator.visibility(of: path)).prefix
      switch member.member {
      case .property(let type): lines += Self.accessors(member.name, type.text, symbols.text, prefix)
      case .method(let labels, let types):
        guard let call = AccessorCall(member.name, labels, count: types.count),
          let relationship = generator.relationshipName(forStem: call.stem, in: path, properties: properties)
        else { throw Self.unknownMethod(member) }
        // Only its name is used, so any type will do.
        constants[relationship] = constants[relationship] ?? "NSSet?"
        let parameters = zip(labels, types).enumerated().map { index, parameter in
          "\(parameter.0.map { $0 + " " } ?? "_ ")value\(index): \(parameter.1.text)"
        }
        lines.append(
          "  @_silgen_name(\"\(symbols.text)\") \(prefix)final func managed_\(member.name)("
            + parameters.joined(separator: ", ") + ") { \(call.text(relationship)) }\n")
      }
    }
    let names = constants.sorted { $0.key < $1.key }.map { name, type in
      "    static let \(SwiftName.escaped(name)) = ManagedProperty<\(type)>(\(SwiftName.literal(name)))\n"
    }
    let className = path.map(SwiftName.escaped).joined(separator: ".")
    let missing = generator.missingAccessors(of: path, properties: properties)
    text =
      "\nextension \(className) {\n  private enum ManagedProperties {\n\(names.joined())  }\n\n\(lines.joined())}\n"
      + missing.map { "\n" + $0.declarations }.joined()
  }

  private static func accessors(_ name: String, _ type: String, _ symbol: String, _ prefix: String) -> [String] {
    let label = directTypes.contains(type) ? "" : "managed: "
    let place = "self[\(label)ManagedProperties.\(SwiftName.escaped(name))]"
    return [
      "  @_silgen_name(\"\(symbol)g\") \(prefix)final func managed_get_\(name)() -> \(type) { \(place) }\n",
      "  @_silgen_name(\"\(symbol)s\") \(prefix)final func managed_set_\(name)(_ value: __owned \(type)) { \(place) = value }\n",
    ]
  }

  private static func unknownType(_ member: ManagedDeclaration) -> ManagedDeclarationError {
    ManagedDeclarationError(
      file: member.file, line: member.line,
      reason: "accessors of the @NSManaged member '\(member.name)' cannot be supplied: a type it names is neither "
        + "declared in this module nor one of those that Documentation/TypedModels.md lists")
  }

  private static func unknownMethod(_ member: ManagedDeclaration) -> ManagedDeclarationError {
    ManagedDeclarationError(
      file: member.file, line: member.line,
      reason: "the @NSManaged method '\(member.name)' is none of the accessors that Xcode writes for a to-many "
        + "relationship of its class")
  }
}
