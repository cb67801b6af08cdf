import CoreDataCompat
import Foundation

/// `coredata stack`
enum StackCommand: Command {
  static let syntax = CommandSyntax(
    name: "stack", summary: "Shows what this machine offers, which stack would be chosen, and why.")

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let environment = RuntimeEnvironment.current
    let selection: StackSelection
    do {
      selection = try StackSelection.choose(for: StackConfiguration(), in: environment)
    } catch {
      throw ToolError("\(error)")
    }
    if arguments.wantsJSON {
      let others = selection.alternatives.map { other in
        JSONValue.object([("name", .string(other.name)), ("missing", .strings(other.missing))])
      }
      console.write(
        .object([
          ("system", .string("\(environment.platform.rawValue) \(environment.systemVersion)")),
          ("sqlite", .string("\(environment.sqliteVersion)")),
          ("capabilities", .strings(environment.capabilities.names)),
          ("override", .optional(environment.stackOverride)), ("stack", .string(selection.provider.name)),
          ("reason", .string(selection.reason)), ("alternatives", .array(others)),
        ]))
      return .success
    }
    console.writeHeading("\(environment)")
    for name in environment.capabilities.names { console.writeLine("  " + name) }
    console.writeHeading("stack: \(selection.provider.name)")
    console.writeLine("  " + selection.reason)
    for other in selection.alternatives {
      let missing = other.missing.isEmpty ? "could run too" : "lacks " + other.missing.joined(separator: ", ")
      console.writeLine("  \(other.name) \(missing)")
    }
    return .success
  }
}
