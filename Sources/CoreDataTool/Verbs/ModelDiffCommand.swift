import CoreDataEngine
import CoreDataModelFormat
import Foundation

/// `coredata model diff`
enum ModelDiffCommand: Command {
  static let from = Option.text("from", "NAME", "the version of MODEL; the one before the current when left out")
  static let to = Option.text("to", "NAME", "the version of OTHER; the current one when left out")
  static let syntax = CommandSyntax(
    name: "model diff", summary: "Shows how two versions differ, and whether a migration can be inferred.",
    operands: [
      ModelFile.operand,
      .init(name: "OTHER", help: "another model; MODEL itself when left out", isOptional: true),
    ], options: [from, to])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let model = try ModelFile(arguments.required("MODEL"))
    let other = try arguments.operand("OTHER").map(ModelFile.init)
    let new = try (other ?? model).document(arguments[to])
    let old = try model.document(arguments[from] ?? (other == nil ? try previous(of: new, in: model) : nil))
    let changes = ModelDifference(old, new).changes
    let obstacles = try ModelDifference.obstacles(from: old, to: new)
    if arguments.wantsJSON {
      console.write(
        .object([
          ("from", .string(old.name)), ("to", .string(new.name)), ("changes", .strings(changes)),
          ("inferable", .bool(obstacles.isEmpty)), ("obstacles", .strings(obstacles)),
        ]))
    } else {
      console.writeHeading("\(old.name) → \(new.name)")
      for change in changes { console.writeLine("  " + change) }
      if changes.isEmpty { console.writeLine("  no differences") }
      if obstacles.isEmpty {
        console.writeLine(console.styled("a migration can be inferred", .good))
      } else {
        console.writeLine(console.styled("no migration can be inferred", .bad))
        for obstacle in obstacles { console.writeLine("  " + obstacle) }
      }
    }
    return changes.isEmpty ? .success : .findings
  }

  private static func previous(of document: ModelDocument, in model: ModelFile) throws -> String {
    guard let index = model.versions.firstIndex(where: { $0.name == document.name }), index > 0 else {
      throw ToolError("\(model.path): there is no version before \(document.name); name one with --from")
    }
    return model.versions[index - 1].name
  }
}
