/// What a verb takes.
struct CommandSyntax: Sendable {
  struct Operand: Sendable {
    let name: String
    let help: String
    var isOptional = false
  }

  let name: String
  let summary: String
  var operands: [Operand] = []
  var options: [any OptionDescription] = []

  static let json = Option.flag("json", "print JSON")

  var allOptions: [any OptionDescription] { options + [CommandSyntax.json] }

  var usage: String {
    let operands = operands.map { $0.isOptional ? "[\($0.name)]" : $0.name }
    return (["coredata", name] + operands + ["[options]"]).joined(separator: " ")
  }

  var help: String {
    let options = allOptions.map { option in
      ("--\(option.name)" + (option.valueName.map { " \($0)" } ?? ""), option.help)
    }
    let rows = operands.map { ($0.name, $0.help) } + options + [("--help", "print this")]
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { "  " + $0.0.padded(to: width) + "  " + $0.1 + "\n" }
    return "\(summary)\n\nusage: \(usage)\n\n\(lines.joined())"
  }
}
