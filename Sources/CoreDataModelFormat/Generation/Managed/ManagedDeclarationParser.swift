/// Reads the declaration that follows `@NSManaged`.
struct ManagedDeclarationParser {
  let tokens: [SwiftToken]
  let path: [String]
  let defaultVisibility: ManagedDeclaration.Visibility
  let file: String

  /// - Parameter index: of `NSManaged`; left behind the declaration.
  mutating func declarations(at index: inout Int) throws(ManagedDeclarationError) -> [ManagedDeclaration] {
    let line = tokens[index].line
    // Modifiers may stand before the attribute.
    var isPrivate = index >= 2 && Self.isPrivate(tokens[index - 2])
    var visibility = index >= 2 ? ManagedDeclaration.Visibility(modifier: tokens[index - 2].text) : nil
    index += 1
    while index < tokens.count, !tokens[index].isWord("var"), !tokens[index].isWord("func") {
      let token = tokens[index]
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let isSetterLevel = next?.isSymbol("(") == true
      guard token.isSymbol("@") || token.isSymbol("(") || token.isSymbol(")") || token.isName || token.isSymbol(":")
      else { throw error(line, "no property or method follows @NSManaged") }
      if !isSetterLevel {
        if Self.isPrivate(token) { isPrivate = true }
        visibility = ManagedDeclaration.Visibility(modifier: token.text) ?? visibility
      }
      index += 1
    }
    guard index < tokens.count else { throw error(line, "no property or method follows @NSManaged") }
    if isPrivate {
      throw error(
        line, "accessors of a private @NSManaged member cannot be supplied; leave out `private` (a setter may have it)")
    }
    let isMethod = tokens[index].text == "func"
    index += 1
    var result = isMethod ? [try method(at: &index, line: line)] : try properties(at: &index)
    for place in result.indices { result[place].visibility = visibility ?? defaultVisibility }
    return result
  }

  private static func isPrivate(_ token: SwiftToken) -> Bool { token.isWord("private") || token.isWord("fileprivate") }

  private func properties(at index: inout Int) throws(ManagedDeclarationError) -> [ManagedDeclaration] {
    var result: [ManagedDeclaration] = []
    repeat {
      let name = try self.name(at: &index)
      let line = tokens[index - 1].line
      guard takes(":", at: &index), let type = SwiftType(tokens, at: &index) else {
        throw error(line, "the @NSManaged property '\(name)' needs a type that can be read here")
      }
      result.append(
        ManagedDeclaration(path: path, name: name, member: .property(type), visibility: .module, file: file, line: line)
      )
    } while takes(",", at: &index)
    return result
  }

  private func method(at index: inout Int, line: Int) throws(ManagedDeclarationError) -> ManagedDeclaration {
    let name = try self.name(at: &index)
    var labels: [String?] = []
    var types: [SwiftType] = []
    guard takes("(", at: &index) else { throw error(line, "the @NSManaged method '\(name)' cannot be read") }
    while !takes(")", at: &index) {
      let label = try self.name(at: &index)
      labels.append(label == "_" ? nil : label)
      if index < tokens.count, tokens[index].isName { index += 1 }
      guard takes(":", at: &index), let type = SwiftType(tokens, at: &index) else {
        throw error(line, "the @NSManaged method '\(name)' has a parameter of a type that cannot be read")
      }
      types.append(type)
      _ = takes(",", at: &index)
    }
    if index < tokens.count,
      tokens[index].isSymbol("-") || tokens[index].isWord("throws") || tokens[index].isWord("async")
    {
      throw error(line, "the @NSManaged method '\(name)' is none of the accessors of a to-many relationship")
    }
    return ManagedDeclaration(
      path: path, name: name, member: .method(labels: labels, types: types), visibility: .module, file: file, line: line
    )
  }

  private func name(at index: inout Int) throws(ManagedDeclarationError) -> String {
    guard index < tokens.count, tokens[index].isName else {
      throw error(tokens[min(index, tokens.count - 1)].line, "the @NSManaged declaration has no name")
    }
    index += 1
    return tokens[index - 1].text
  }

  private func takes(_ symbol: String, at index: inout Int) -> Bool {
    guard index < tokens.count, tokens[index].isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  private func error(_ line: Int, _ reason: String) -> ManagedDeclarationError {
    ManagedDeclarationError(file: file, line: line, reason: reason)
  }
}
