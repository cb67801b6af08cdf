import CoreDataEngine
import Foundation

/// `coredata move`
enum MoveCommand: Command {
  static let syntax = CommandSyntax(
    name: "move", summary: "Moves a store with all its files, which nobody else may have open.",
    operands: [OpenedStore.operand, .init(name: "TARGET", help: "where there must be no store yet")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let (source, target) = try StorePaths.pair(arguments)
    // A path mistyped must not move a file that is no store.
    _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: source)
    try console.watching(total: StoreTransport.size(of: source), unit: "bytes") {
      try StoreTransport.move(source, to: target)
    }
    StorePaths.report("moved", source, target, arguments, console)
    return .success
  }
}
