import CoreDataEngine
import CoreDataSQLite
import Foundation

/// `coredata inspect`
enum InspectCommand: Command {
  static let syntax = CommandSyntax(
    name: "inspect", summary: "Shows what a store holds: entities, counts, files, versions, history.",
    operands: [OpenedStore.operand], options: [OpenedStore.modelOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let reader = try StoreReader(URL(fileURLWithPath: arguments.required("STORE")))
    let facts = try StoreFacts(reader)
    var entities: [(name: String, table: String, count: Int)] = []
    var match: String
    do {
      let opened = try OpenedStore(arguments, reader)
      entities = try opened.inspected.entityNames.map {
        ($0, opened.inspected.table(ofEntity: $0) ?? "", try opened.inspected.count(ofEntity: $0))
      }
      let found = ModelMatch(opened.document, reader)
      match = opened.modelOrigin + (found.isExact ? "" : " (\(found.summary))")
    } catch let error as ToolError where arguments[OpenedStore.modelOption] == nil {
      // Without a model the tables still tell the counts.
      match = "none known: " + error.description
      entities = facts.entitiesWithoutModel
    }
    if arguments.wantsJSON {
      let list = entities.map { entity in
        JSONValue.object([
          ("name", .string(entity.name)), ("table", .string(entity.table)), ("count", .integer(entity.count)),
        ])
      }
      console.write(
        .object(facts.members.map { ($0.key, $0.value) } + [("model", .string(match)), ("entities", .array(list))]))
      return .success
    }
    console.writeHeading(reader.url.lastPathComponent)
    let width = 12
    for (label, text) in facts.lines + [("model", match)] {
      console.writeLine("  " + console.styled(label.padded(to: width), .quiet) + text)
    }
    console.writeLine()
    var table = TextTable(["entity", "table", "objects"], rightColumns: [2])
    table.rows = entities.map { [$0.name, $0.table, "\($0.count)"] }
    table.write(to: console)
    return .success
  }
}
