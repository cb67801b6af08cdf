import CoreDataEngine
import Foundation

/// `coredata repair`
enum RepairCommand: Command {
  static let syntax = CommandSyntax(
    name: "repair", summary: "Writes a repaired copy of a store; the store itself stays as it is.",
    operands: [OpenedStore.operand, .init(name: "COPY", help: "the copy, where there must be nothing yet")],
    options: [OpenedStore.modelOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let opened = try OpenedStore(arguments)
    let target = URL(fileURLWithPath: try arguments.required("COPY"))
    let bytes = StoreTransport.size(of: opened.reader.url)
    let (repaired, remaining) = try console.watching(total: bytes, unit: "bytes") {
      try StoreRepair.repair(opened.reader, document: opened.document.readable, to: target)
    }
    if arguments.wantsJSON {
      console.write(
        .object([("repaired", .array(repaired.map(\.json))), ("remaining", .array(remaining.map(\.json)))]))
    } else {
      for problem in repaired { console.writeLine(console.styled("repaired: " + problem.line, .good)) }
      for problem in remaining { console.writeLine(console.styled("remains: " + problem.line, .bad)) }
      console.writeLine("wrote \(target.lastPathComponent)")
    }
    return remaining.isEmpty ? .success : .findings
  }
}
