extension SymbolMangler {
  private static let standardLetters: [String: Character] = [
    "Int": "i", "UInt": "u", "String": "S", "Bool": "b", "Double": "d", "TimeInterval": "d", "Float": "f", "Set": "h",
  ]
  private static let standardNames: Set<String> = [
    "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  private static let foundationStructs: Set<String> = [
    "Date", "Data", "UUID", "URL", "Decimal", "Locale", "TimeZone", "Calendar", "DateComponents", "IndexPath",
    "IndexSet",
  ]
  private static let engineClasses: Set<String> = ["NSManagedObject", "NSManagedObjectID"]

  /// Writes a type as a member of `context`, a class of `module`, sees it.
  /// - Returns: false for a type whose kind or module is not known.
  mutating func append(_ type: SwiftType, context: [String], module: String, scan: SourceScan) -> Bool {
    switch type {
    case .named(["Any"], _):
      append("yp")
      return true
    case .named(["AnyObject"], _):
      append("yXl")
      return true
    case .named(let path, let arguments) where arguments.isEmpty:
      return append(path, context: context, module: module, scan: scan)
    case .named(let path, let arguments):
      guard path == ["Set"] else { return false }
      return appendGeneric(type, "h", arguments, context, module, scan)
    case .array(let element): return appendGeneric(type, "a", [element], context, module, scan)
    case .dictionary(let key, let value): return appendGeneric(type, "D", [key, value], context, module, scan)
    case .optional(let wrapped):
      if appendTypeReference(to: type.text) { return true }
      guard append(wrapped, context: context, module: module, scan: scan) else { return false }
      append("Sg")
      rememberType(type.text)
      return true
    }
  }

  private mutating func appendGeneric(
    _ type: SwiftType, _ letter: Character, _ arguments: [SwiftType], _ context: [String], _ module: String,
    _ scan: SourceScan
  ) -> Bool {
    if appendTypeReference(to: type.text) { return true }
    appendStandard(letter)
    append("y")
    for argument in arguments {
      guard append(argument, context: context, module: module, scan: scan) else { return false }
    }
    append("G")
    rememberType(type.text)
    return true
  }

  private mutating func append(_ path: [String], context: [String], module: String, scan: SourceScan) -> Bool {
    if let declared = Self.declared(path, context: context, scan: scan) {
      appendNominal(declared, module: module, scan: scan)
      return true
    }
    let name = path.count == 2 && ["Foundation", "Swift"].contains(path[0]) ? path[1] : path[0]
    guard path.count == 1 || name == path[1] else { return false }
    if let letter = Self.standardLetters[name] {
      appendStandard(letter)
    } else if Self.standardNames.contains(name) {
      appendForeign(name, module: nil, kind: "V")
    } else if Self.foundationStructs.contains(name) {
      appendForeign(name, module: name == "IndexSet" ? "Foundation" : "FoundationEssentials", kind: "V")
    } else if Self.engineClasses.contains(name) {
      appendForeign(name, module: "CoreDataEngine", kind: "C")
    } else if name.hasPrefix("NS") {
      appendForeign(name, module: "Foundation", kind: "C")
    } else {
      return false
    }
    return true
  }

  private mutating func appendForeign(_ name: String, module: String?, kind: String) {
    let key = "\(module ?? "Swift").\(name)"
    if appendTypeReference(to: key) { return }
    if let module { appendIdentifier(module) } else { append("s") }
    appendIdentifier(name)
    append(kind)
    rememberType(key)
  }

  /// The full path of a type of the module, looked up from the inside out.
  static func declared(_ path: [String], context: [String], scan: SourceScan) -> [String]? {
    var outer = context
    while true {
      let candidate = outer + path
      if scan.types[candidate.joined(separator: ".")] != nil { return candidate }
      if outer.popLast() == nil { return nil }
    }
  }

  /// Writes a type that the module declares, and the types it is nested in.
  mutating func appendNominal(_ path: [String], module: String, scan: SourceScan) {
    let key = path.joined(separator: ".")
    if appendTypeReference(to: key) { return }
    if path.count == 1 {
      appendIdentifier(module)
    } else {
      appendNominal(Array(path.dropLast()), module: module, scan: scan)
    }
    appendIdentifier(path[path.count - 1])
    switch scan.types[key] {
    case .struct: append("V")
    case .enum: append("O")
    case .class, nil: append("C")
    }
    rememberType(key)
  }
}
