import CoreDataEngine
import Foundation

/// `coredata dump`
enum DumpCommand: Command {
  enum Format: String, CaseIterable { case table, jsonl, csv }

  static let format = Option<Format>.choice("format", "FORMAT", "how rows are written")
  static let syntax = CommandSyntax(
    name: "dump", summary: "Prints the objects of a store as a table, JSON lines or CSV.",
    operands: [OpenedStore.operand, .init(name: "ENTITY", help: "one entity; all when left out", isOptional: true)],
    options: [FetchArguments.filter, FetchArguments.sort, FetchArguments.limit, format, OpenedStore.modelOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let opened = try OpenedStore(arguments)
    let format = arguments.wantsJSON ? .jsonl : arguments[Self.format] ?? .table
    if let name = arguments.operand("ENTITY") {
      try dump(try opened.entity(name), opened, arguments, format, console)
      return .success
    }
    let names = opened.inspected.entityNames
    if arguments[FetchArguments.filter] != nil || arguments[FetchArguments.sort] != nil {
      throw ToolError("--where and --sort need an ENTITY")
    }
    for name in names where opened.inspected.model.entitiesByName[name]?.superentity == nil {
      if format == .table { console.writeHeading(name) }
      try dump(try opened.entity(name), opened, arguments, format, console)
      if format == .table { console.writeLine() }
    }
    return .success
  }

  private static func dump(
    _ entity: NSEntityDescription, _ opened: OpenedStore, _ arguments: Arguments, _ format: Format, _ console: Console
  ) throws {
    let request = try FetchArguments.request(
      arguments, entity: entity, predicate: arguments[FetchArguments.filter])
    // The planner says what is wrong with a key path; a fetch may end the program.
    _ = try opened.inspected.explain(request)
    let rows = try ObjectRows(opened, entity: entity)
    switch format {
    case .table: try RowTable.write(rows, request, console)
    case .csv:
      console.writeLine((["object"] + rows.columns).map(ValueText.csv).joined(separator: ","))
      _ = try rows.forEach(request, console) { key, values in
        console.writeLine(([key] + values.map(ValueText.text)).map(ValueText.csv).joined(separator: ","))
      }
    case .jsonl:
      _ = try rows.forEach(request, console) { key, values in
        let members = zip(rows.columns, values).map { ($0, ValueText.json($1)) }
        console.writeLine(JSONValue.object([("object", .string(key))] + members).line)
      }
    }
  }
}

/// Rows of objects as a table.
enum RowTable {
  static func write(_ rows: ObjectRows, _ request: NSFetchRequest<NSManagedObject>, _ console: Console) throws {
    var table = TextTable(["object"] + rows.columns)
    _ = try rows.forEach(request, console) { key, values in table.rows.append([key] + values.map(ValueText.text)) }
    table.write(to: console)
  }
}
