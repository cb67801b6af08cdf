import CoreDataModelFormat
import Foundation

/// `coredata model check`
enum ModelCheckCommand: Command {
  static let syntax = CommandSyntax(
    name: "model check", summary: "Finds contradictions and traps in a model.", operands: [ModelFile.operand],
    options: [ModelFile.versionOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let model = try ModelFile(arguments.required("MODEL"))
    let document = try model.document(arguments[ModelFile.versionOption])
    let errors = ModelValidator(document).problems()
    // Traps are told only of a model that holds together.
    let traps = errors.contains { $0.severity == .error } ? [] : ModelLint(document).problems()
    let problems = errors + traps
    if arguments.wantsJSON {
      console.write(
        .object([
          (
            "problems",
            .array(
              problems.map { problem in
                .object([
                  ("severity", .string(problem.severity == .error ? "error" : "warning")),
                  ("kind", .string(problem.kind.rawValue)), ("entity", .optional(problem.entity)),
                  ("property", .optional(problem.property)), ("reason", .string(problem.reason)),
                  ("hint", .optional(problem.hint)),
                ])
              })
          )
        ]))
    } else if problems.isEmpty {
      console.writeLine(console.styled("no problems", .good))
    } else {
      for problem in problems {
        let isError = problem.severity == .error
        console.writeLine(console.styled(isError ? "error" : "warning", isError ? .bad : .doubtful) + ": \(problem)")
      }
    }
    return problems.isEmpty ? .success : .findings
  }
}
