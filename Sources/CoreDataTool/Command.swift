/// A verb of the tool.
protocol Command {
  static var syntax: CommandSyntax { get }
  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus
}

/// What a run of the tool says to its caller.
enum ExitStatus: Int32 {
  case success = 0
  /// The input is fine, and what was looked for was found: problems, differences.
  case findings = 1
  case badInput = 2
}
