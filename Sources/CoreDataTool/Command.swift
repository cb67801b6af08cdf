/// A verb of the tool.
protocol Command {
  static var syntax: CommandSyntax { get }
  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus
}

/// What a run of the tool says to its caller.
enum ExitStatus: Equatable {
  case success
  /// The input is fine, and what was looked for was found: problems, differences.
  case findings
  case badInput
  /// The work was stopped by a signal, by which the process ends too.
  case interrupted(signal: Int32)

  var code: Int32 {
    switch self {
    case .success: 0
    case .findings: 1
    case .badInput: 2
    case .interrupted(let signal): 128 + signal
    }
  }
}
