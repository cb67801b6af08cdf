import CoreDataEngine
import Foundation

/// `coredata verify`
enum VerifyCommand: Command {
  static let syntax = CommandSyntax(
    name: "verify", summary: "Checks the file, the keys, the relationships and the external data of a store.",
    operands: [OpenedStore.operand], options: [OpenedStore.modelOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let opened = try OpenedStore(arguments)
    let problems = try console.watching(total: StoreTransport.size(of: opened.reader.url), unit: "bytes") {
      try StoreVerification.problems(of: opened.inspected)
    }
    if arguments.wantsJSON {
      console.write(.object([("problems", .array(problems.map(\.json)))]))
    } else if problems.isEmpty {
      console.writeLine(console.styled("no problems", .good))
    } else {
      for problem in problems { console.writeLine(console.styled(problem.line, .bad)) }
    }
    return problems.isEmpty ? .success : .findings
  }
}

extension StoreProblem {
  var line: String {
    "\(place): \(reason)" + (count > 1 ? " (\(count) times)" : "") + (repair == nil ? "" : " [repairable]")
  }

  var json: JSONValue {
    .object([
      ("kind", .string(kind.rawValue)), ("place", .string(place)), ("reason", .string(reason)),
      ("count", .integer(count)), ("repairable", .bool(repair != nil)),
    ])
  }
}
