import CoreDataEngine
import Foundation

/// `coredata move`
enum MoveCommand: Command {
  static let syntax = CommandSyntax(
    name: "move", summary: "Moves a store with all its files; the old ones go once the new ones are complete.",
    operands: [OpenedStore.operand, .init(name: "TARGET", help: "where there must be no store yet")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let (source, target) = try StorePaths.pair(arguments)
    try Interruption.deferred {
      try StorePaths.copy(source, to: target)
      try StorePaths.coordinator.destroyPersistentStore(at: source, ofType: NSSQLiteStoreType, options: nil)
    }
    StorePaths.report("moved", source, target, arguments, console)
    return .success
  }
}
