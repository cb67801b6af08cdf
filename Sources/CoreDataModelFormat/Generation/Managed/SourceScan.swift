/// What a set of Swift sources declares: types, and members that are `@NSManaged`.
struct SourceScan {
  enum TypeKind: Equatable {
    case `class`, `struct`, `enum`
  }

  /// What a brace opens: a type, or the file.
  private struct Scope {
    var path: [String] = []
    /// Of members without a modifier; nil for the usual one.
    var visibility: ManagedDeclaration.Visibility?
  }

  /// Dotted path to kind, of the types that are not declared inside a function.
  private(set) var types: [String: TypeKind] = [:]
  private(set) var managed: [ManagedDeclaration] = []
  /// Dotted path of a type to who sees it.
  private(set) var visibilities: [String: ManagedDeclaration.Visibility] = [:]
  /// Dotted path of a type to the names of its methods.
  private(set) var methods: [String: Set<String>] = [:]

  /// Adds what one file declares.
  /// - Throws: `ManagedDeclarationError` for a managed declaration of a kind that cannot be supplied.
  mutating func add(_ source: String, file: String) throws(ManagedDeclarationError) {
    let tokens = SwiftLexer.tokens(of: source).compiled
    /// For each open brace the type it belongs to; nil for a function body and the like.
    var scopes: [Scope?] = []
    var opening: Scope?
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      let scope = scopes.isEmpty ? Scope() : scopes[scopes.count - 1]
      let path = scope?.path
      index += 1
      if token.isSymbol("{") {
        scopes.append(opening)
        opening = nil
      } else if token.isSymbol("}") {
        _ = scopes.popLast()
      } else if token.isSymbol("@"), index < tokens.count, tokens[index].isWord("NSManaged"), let path, !path.isEmpty {
        var parser = ManagedDeclarationParser(
          tokens: tokens, path: path, defaultVisibility: scope?.visibility ?? .module, file: file)
        let declarations = try parser.declarations(at: &index)
        managed += declarations
        for declaration in declarations where declaration.isMethod {
          methods[path.joined(separator: "."), default: []].insert(declaration.name)
        }
      } else if token.isWord("func"), let path, index < tokens.count {
        methods[path.joined(separator: "."), default: []].insert(tokens[index].text)
      } else if let path, let name = Self.declaredType(tokens, at: index - 1) {
        let isExtension = token.text == "extension"
        let visibility = Self.visibility(tokens, before: index - 1)
        // A modifier of an extension is that of its members.
        opening = Scope(path: isExtension ? name : path + name, visibility: isExtension ? visibility : nil)
        guard !isExtension else { continue }
        let key = (path + name).joined(separator: ".")
        types[key] = Self.kind(token.text)
        visibilities[key] = visibility
      }
    }
  }

  /// Notes a class that is generated, and so in no source yet.
  mutating func add(className: String) { types[className] = types[className] ?? .class }

  /// The level that the modifiers before a declaration set; nil if none does.
  private static func visibility(_ tokens: [SwiftToken], before index: Int) -> ManagedDeclaration.Visibility? {
    for token in tokens[..<index].reversed() {
      if token.kind == .word, let level = ManagedDeclaration.Visibility(modifier: token.text) { return level }
      guard token.isWord("final") || token.isWord("nonisolated") || token.isWord("indirect") else { return nil }
    }
    return nil
  }

  private static func kind(_ word: String) -> TypeKind? {
    switch word {
    case "class", "actor": .class
    case "struct": .struct
    case "enum": .enum
    default: nil
    }
  }

  /// The name that a type declaration or an extension starting at an index has; nil if none starts there.
  private static func declaredType(_ tokens: [SwiftToken], at index: Int) -> [String]? {
    let introducers = ["class", "struct", "enum", "actor", "extension", "protocol"]
    guard tokens[index].kind == .word, introducers.contains(tokens[index].text),
      index == 0 || !tokens[index - 1].isSymbol("."), index + 1 < tokens.count, tokens[index + 1].isName,
      // `class func` and the like declare a member.
      !(tokens[index].text == "class"
        && ["func", "var", "let", "subscript", "override", "final"].contains(tokens[index + 1].text)
        && tokens[index + 1].kind == .word)
    else { return nil }
    var path = [tokens[index + 1].text]
    var next = index + 2
    while next + 1 < tokens.count, tokens[next].isSymbol("."), tokens[next + 1].isName {
      path.append(tokens[next + 1].text)
      next += 2
    }
    return path
  }
}
