import CoreDataEngine
import Foundation

/// `coredata copy`
enum CopyCommand: Command {
  static let syntax = CommandSyntax(
    name: "copy", summary: "Copies a store with all its files, also while it is in use.",
    operands: [OpenedStore.operand, .init(name: "TARGET", help: "where there must be no store yet")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let (source, target) = try StorePaths.pair(arguments)
    try console.watching(total: StoreTransport.size(of: source), unit: "bytes") {
      try StoreTransport.copy(source, to: target)
    }
    StorePaths.report("copied", source, target, arguments, console)
    return .success
  }
}
