import Foundation

/// The tool: finds the verb, reads its arguments, and turns errors into one line and an exit status.
struct Tool {
  let console: Console

  static var commands: [any Command.Type] {
    [
      InspectCommand.self, DumpCommand.self, QueryCommand.self, ModelShowCommand.self, ModelCheckCommand.self,
      ModelDiffCommand.self, ModelConvertCommand.self, ModelDiagramCommand.self, GenerateCommand.self,
      VerifyCommand.self, RepairCommand.self, MigrateCommand.self, CopyCommand.self, MoveCommand.self,
      DestroyCommand.self,
      StackCommand.self,
    ]
  }

  func run(_ words: [String]) -> ExitStatus {
    do {
      guard let first = words.first, first != "--help", first != "-h", first != "help" else {
        console.write(Tool.overview)
        return words.isEmpty ? .badInput : .success
      }
      guard let (command, rest) = Tool.find(words) else {
        let name = first == "model" ? words.prefix(2).joined(separator: " ") : first
        throw ToolError("unknown verb \(name); coredata --help lists the verbs")
      }
      if rest.contains("--help") || rest.contains("-h") {
        console.write(command.syntax.help)
        return .success
      }
      return try command.run(ArgumentParser(command.syntax).parse(rest), console)
    } catch let stop as Interruption.Stop {
      console.writeError("coredata: interrupted\n")
      return .interrupted(signal: stop.signal)
    } catch {
      console.writeError("coredata: \(ToolError.line(for: error))\n")
      return .badInput
    }
  }

  private static func find(_ words: [String]) -> (any Command.Type, [String])? {
    for command in commands {
      let name = command.syntax.name.split(separator: " ").map(String.init)
      if words.starts(with: name) { return (command, Array(words.dropFirst(name.count))) }
    }
    return nil
  }

  private static var overview: String {
    let syntaxes = commands.map { $0.syntax }
    let width = syntaxes.map { $0.name.count }.max() ?? 0
    let verbs = syntaxes.map { "  " + $0.name.padded(to: width) + "  " + $0.summary + "\n" }.joined()
    return """
      Looks into, checks, converts and repairs models and stores of Core Data.

      usage: coredata VERB …

      \(verbs)
      coredata VERB --help tells more. Every verb takes --json.
      Exit status: 0 all is well, 1 problems or differences were found, 2 bad input; an interrupted run ends by its signal.

      """
  }
}
