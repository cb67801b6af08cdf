import CoreDataCompat
import Foundation

/// The behaviours that concern the life of a store.
@MainActor
enum Living {
  static func drops(_ stack: IsolatedStack) async throws {
    for _ in 0..<5 {
      let context = stack.manager.managedObjectContext
      let held = Population.make("Person", ["name": "held"], context)
      try stack.manager.save()
      try await stack.manager.drop()
      let left = try FileManager.default.contentsOfDirectory(atPath: stack.folder.path)
      try expect(left.isEmpty, "these files are left: \(left)")
      try expect(held.managedObjectContext == nil, "an object of a dropped store still has its context")
      let found = try Population.count("Person", stack.manager.managedObjectContext)
      try expect(found == 0, "there are \(found) objects after the drop")
    }
  }

  static func stays(_ stack: IsolatedStack) async throws {
    let context = stack.manager.managedObjectContext
    try await stack.manager.unload()
    try expect(stack.manager.viewContext === context, "another main context after the store was closed")
    try await stack.manager.drop()
    try expect(stack.manager.mainContext === context, "another main context after the store was dropped")
    Population.make("Person", ["name": "new"], context)
    try expect(try stack.manager.save(), "nothing was saved after the drop")
  }

  static func triesAgain(_ stack: IsolatedStack, _ kind: StoreKind) throws {
    guard kind.lasts else { return }
    try FileManager.default.createDirectory(at: stack.storeURL, withIntermediateDirectories: false)
    let context = stack.manager.managedObjectContext
    guard case .failed(.cannotOpenStore(let failure)) = stack.manager.stackState else {
      throw BehaviourFailure(description: "a folder was opened as a store: \(stack.manager.stackState)")
    }
    try expect(failure.url?.path == stack.storeURL.path, "the failure names another file")
    do {
      try stack.manager.save()
      throw BehaviourFailure(description: "a save without a store succeeded")
    } catch StackError.cannotOpenStore {}
    try FileManager.default.removeItem(at: stack.storeURL)
    try stack.manager.load()
    Population.make("Person", ["name": "new"], context)
    try expect(try stack.manager.save(), "nothing was saved once the store could be opened")
  }
}
