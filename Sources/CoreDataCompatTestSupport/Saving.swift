import CoreDataCompat
import Foundation

/// The behaviours that concern saves.
@MainActor
enum Saving {
  static func tells(_ stack: IsolatedStack, _ kind: StoreKind) throws {
    let manager = stack.manager
    try expect(try !manager.save(), "a save of nothing says that it wrote")
    Population.insert(3, into: manager.managedObjectContext)
    try expect(try manager.save(), "a save of new objects says that it wrote nothing")
    let before = kind.lasts ? try Data(contentsOf: stack.storeURL) : Data()
    try expect(try !manager.save(), "a second save says that it wrote")
    if kind.lasts {
      try expect(try Data(contentsOf: stack.storeURL) == before, "a save of nothing changed the file")
    }
  }

  static func outlives(_ stack: IsolatedStack, _ kind: StoreKind) async throws {
    Population.insert(20, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    let before = try StoreContents(of: stack.manager.managedObjectContext)
    try await stack.manager.unload()
    let after = try StoreContents(of: stack.manager.managedObjectContext)
    if kind.lasts {
      try expect(after == before, "\(before.objects.count) objects were saved, and differ when they are read again")
    } else {
      try expect(after.objects.isEmpty, "a store in memory has kept \(after.objects.count) objects")
    }
  }

  static func fails(_ stack: IsolatedStack) throws {
    let context = stack.manager.managedObjectContext
    Population.insert(10, into: context)
    let nameless = (0..<3).map { _ in Population.make("Person", [:], context) }
    do {
      try stack.manager.save()
      throw BehaviourFailure(description: "people without a name were saved")
    } catch let error as CocoaError {
      try expect(error.errorCode == NSValidationMultipleErrorsError, "the code is \(error.errorCode)")
      let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
      let culprits = Set(details.compactMap { $0.userInfo[NSValidationObjectErrorKey] as? NSManagedObject })
      try expect(culprits == Set(nameless), "\(details.count) errors lead to \(culprits.count) objects")
    }
    try expect(context.insertedObjects.isSuperset(of: nameless), "the context has lost its objects")
    let other = stack.manager.newBackgroundContext()
    let written = try other.performAndWait { try Population.count("Person", other) }
    try expect(written == 0, "\(written) objects of a failed save were written")
    for object in nameless { context.delete(object) }
    try expect(try stack.manager.save(), "the save without the culprits wrote nothing")
    try expect(try Population.count("Person", context) == 10, "not all valid objects were saved")
  }
}
