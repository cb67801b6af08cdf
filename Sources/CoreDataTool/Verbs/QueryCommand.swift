import CoreDataEngine
import Foundation

/// `coredata query`
enum QueryCommand: Command {
  static let syntax = CommandSyntax(
    name: "query", summary: "Runs a predicate, and shows its SQL and SQLite's plan.",
    operands: [
      OpenedStore.operand, .init(name: "ENTITY", help: "the entity"),
      .init(name: "PREDICATE", help: "the predicate; all objects when left out", isOptional: true),
    ],
    options: [FetchArguments.sort, FetchArguments.limit, OpenedStore.modelOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let opened = try OpenedStore(arguments)
    let entity = try opened.entity(arguments.required("ENTITY"))
    let request = try FetchArguments.request(arguments, entity: entity, predicate: arguments.operand("PREDICATE"))
    let explanation = try opened.inspected.explain(request)
    let rows = try ObjectRows(opened, entity: entity)
    if arguments.wantsJSON {
      var found: [JSONValue] = []
      _ = try rows.forEach(request, console) { key, _ in found.append(.string(key)) }
      console.write(
        .object([
          ("sql", .string(explanation.sql)), ("values", .strings(explanation.values)),
          ("plan", .strings(explanation.plan)), ("evaluated", .optional(explanation.remainder)),
          ("objects", .array(found)),
        ]))
      return .success
    }
    console.writeHeading("SQL")
    console.writeLine("  " + explanation.sql)
    for (index, value) in explanation.values.enumerated() { console.writeLine("  ?\(index + 1) = \(value)") }
    console.writeHeading("plan")
    for line in explanation.plan { console.writeLine("  " + line) }
    if let remainder = explanation.remainder {
      console.writeHeading("evaluated on the objects found")
      console.writeLine("  " + remainder)
    }
    console.writeHeading("objects")
    try RowTable.write(rows, request, console)
    return .success
  }
}
