import CoreDataCompat
import Foundation

extension Following {
  /// A context is told of a save by the URIs of its objects.
  static func remote(_ stack: IsolatedStack) throws {
    let (reader, writer) = (stack.manager.newBackgroundContext(), stack.manager.newBackgroundContext())
    try reader.performAndWait {
      let people = ["changed", "gone"].map { Population.make("Person", ["name": $0, "age": 0], reader) }
      try reader.save()
      let ids = people.map(\.objectID)
      let new = try writer.performAndWait {
        let new = Population.make("Person", ["name": "new"], writer)
        try writer.existingObject(with: ids[0]).setValue(1, forKey: "age")
        writer.delete(try writer.existingObject(with: ids[1]))
        try writer.save()
        return new.objectID
      }
      try expect(people[0].value(forKey: "age") as? Int == 0, "the context has changed before it was told")
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [
          NSInsertedObjectsKey: [new.uriRepresentation()], NSUpdatedObjectsKey: [ids[0].uriRepresentation()],
          NSDeletedObjectsKey: [ids[1].uriRepresentation()],
        ], into: [reader])
      try expect(people[0].value(forKey: "age") as? Int == 1, "the context has the old value")
      try expect(people[1].isDeleted || people[1].managedObjectContext == nil, "the deleted object is still there")
      try expect(try reader.existingObject(with: new).value(forKey: "name") as? String == "new", "nothing came")
      try expect(!reader.hasChanges, "what others have saved counts as a change")
      try expect(
        try Population.count("Person", reader) == 2, "there are \(try Population.count("Person", reader)) people")
    }
  }

  /// Reading from one moment takes an SQLite store in a file, and more than one connection: a stack may refuse it, the
  /// container's does not.
  static func moment(_ stack: IsolatedStack, _ kind: StoreKind, _ provider: any StackProvider.Type) throws {
    guard kind == .file else { return }
    let (reader, writer) = (stack.manager.newBackgroundContext(), stack.manager.newBackgroundContext())
    try writer.performAndWait {
      Population.make("Person", ["name": "a"], writer)
      try writer.save()
    }
    try reader.performAndWait {
      var isPinned = true
      do {
        try reader.setQueryGenerationFrom(.current)
      } catch let error as CocoaError where error.errorCode == NSPersistentStoreUnsupportedRequestTypeError {
        try expect(provider != ContainerStack.self, "the context could not be pinned: \(error)")
        isPinned = false
      }
      try expect(try Population.count("Person", reader) == 1, "the saved object is not there")
      try writer.performAndWait {
        Population.make("Person", ["name": "b"], writer)
        try writer.save()
      }
      let seen = try Population.count("Person", reader)
      try expect(seen == (isPinned ? 1 : 2), "after a later save the context sees \(seen) objects")
      try reader.setQueryGenerationFrom(nil)
      try expect(try Population.count("Person", reader) == 2, "the context does not see the save")
    }
  }
}
