/// Reads the words after a verb: operands in order, `--name value`, `--name=value`, and `--` before operands that begin
/// with a hyphen.
struct ArgumentParser {
  let syntax: CommandSyntax

  init(_ syntax: CommandSyntax) { self.syntax = syntax }

  func parse(_ words: [String]) throws -> Arguments {
    var rest = words[...]
    var operands: [String] = []
    var values: [String: [String]] = [:]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        rest = []
      } else if word.hasPrefix("--") {
        let (name, value) = try option(word, &rest)
        values[name, default: []].append(value)
      } else {
        operands.append(word)
      }
    }
    return Arguments(operands: try named(operands), values: values)
  }

  private func option(_ word: String, _ rest: inout ArraySlice<String>) throws -> (String, String) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = syntax.allOptions.first(where: { $0.name == name }) else {
      throw ToolError("unknown option --\(name); coredata \(syntax.name) --help lists the options")
    }
    let given = parts.count == 2 ? String(parts[1]) : nil
    guard option.valueName != nil else {
      if given != nil { throw ToolError("--\(name) takes no value") }
      return (name, "")
    }
    guard let value = given ?? rest.popFirst() else { throw ToolError("--\(name) needs a value") }
    if let expected = option.complaint(about: value) { throw ToolError("--\(name) \(value): expected \(expected)") }
    return (name, value)
  }

  private func named(_ operands: [String]) throws -> [String: String] {
    if operands.count > syntax.operands.count {
      throw ToolError("unexpected argument \(operands[syntax.operands.count]); usage: \(syntax.usage)")
    }
    if let missing = syntax.operands.dropFirst(operands.count).first(where: { !$0.isOptional }) {
      throw ToolError("\(missing.name) is missing; usage: \(syntax.usage)")
    }
    return Dictionary(zip(syntax.operands.map(\.name), operands), uniquingKeysWith: { first, _ in first })
  }
}
