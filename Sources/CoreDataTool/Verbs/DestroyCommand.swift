import CoreDataEngine
import Foundation

/// `coredata destroy`
enum DestroyCommand: Command {
  static let force = Option.flag("force", "also while another process is at work on it")
  static let syntax = CommandSyntax(
    name: "destroy", summary: "Removes a store with all its files.", operands: [OpenedStore.operand],
    options: [force])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let url = URL(fileURLWithPath: try arguments.required("STORE"))
    // A path mistyped must not cost a file that is no store.
    _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    let options: [AnyHashable: Any] = [NSPersistentStoreForceDestroyOption: arguments.has(force)]
    // Once the first file is gone, the others have to go: an interruption changes nothing any more.
    try Interruption.catching {
      try NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        .destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: options)
    }
    if arguments.wantsJSON {
      console.write(.object([("destroyed", .string(url.path))]))
    } else {
      console.writeLine("destroyed \(url.lastPathComponent)")
    }
    return .success
  }
}
