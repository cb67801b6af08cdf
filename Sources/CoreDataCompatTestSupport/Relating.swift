import CoreDataCompat
import Foundation

/// The behaviours that concern the graph of objects in one context and its children.
@MainActor
enum Relating {
  /// Both sides of a relationship agree at once, whichever is set, and after the store was closed.
  static func inverses(_ stack: IsolatedStack, _ kind: StoreKind) async throws {
    let context = stack.manager.managedObjectContext
    let teams = ["a", "b"].map { Population.make("Team", ["name": $0], context) }
    let people = (0..<4).map { Population.make("Person", ["name": "\($0)", "age": $0], context) }
    teams[0].setValue(Set(people.prefix(3)), forKey: "members")
    people[1].setValue(teams[1], forKey: "team")
    people[2].setValue(nil, forKey: "team")
    teams[1].mutableSetValue(forKey: "members").add(people[3])
    people[0].setValue(NSOrderedSet(array: [people[3], people[1], people[2]]), forKey: "friends")
    people[0].mutableOrderedSetValue(forKey: "friends").moveObjects(at: IndexSet(integer: 2), to: 0)
    try expectTeams(context)
    try stack.manager.save()
    context.delete(people[1])
    context.processPendingChanges()
    context.rollback()
    try expectTeams(context)
    guard kind.lasts else { return }
    try await stack.manager.unload()
    try expectTeams(stack.manager.managedObjectContext)
  }

  private static func expectTeams(_ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
    let people = try context.fetch(request)
    let teams = people.map { ($0.value(forKey: "team") as? NSManagedObject)?.value(forKey: "name") as? String }
    try expect(teams == ["a", "b", nil, "b"], "the people are in the teams \(teams)")
    let friends = (people[0].value(forKey: "friends") as? NSOrderedSet)?.array.compactMap {
      ($0 as? NSManagedObject)?.value(forKey: "name") as? String
    }
    try expect(friends == ["2", "3", "1"], "the friends are in the order \(friends ?? [])")
    let followers = (people[3].value(forKey: "friendOf") as? Set<NSManagedObject>) ?? []
    try expect(followers == [people[0]], "the other side has \(followers.count) objects")
  }

  /// Undo puts everything back, redo brings it again, and what is saved then is what is seen.
  static func undo(_ stack: IsolatedStack) async throws {
    let context = stack.manager.managedObjectContext
    Population.insert(6, into: context)
    try stack.manager.save()
    let before = try StoreContents(of: context)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    manager.beginUndoGrouping()
    people[0].setValue("changed", forKey: "name")
    people[1].setValue(nil, forKey: "team")
    context.delete(people[2])
    Population.make("Team", ["name": "new", "members": Set(people.prefix(1))], context)
    context.processPendingChanges()
    manager.endUndoGrouping()
    let after = try StoreContents(of: context).objects.count
    context.undo()
    context.processPendingChanges()
    try expect(try StoreContents(of: context) == before, "undo left something changed")
    try expect(!context.hasChanges, "the context has changes after everything was undone")
    context.redo()
    context.processPendingChanges()
    try expect(try StoreContents(of: context).objects.count == after, "redo brought back another number of objects")
    try expect(people[0].value(forKey: "name") as? String == "changed", "redo left the old name")
    context.undo()
    context.undoManager = nil
    context.rollback()
    let other = stack.manager.newBackgroundContext()
    let stored = try other.performAndWait { try StoreContents(of: other) }
    try expect(stored == before, "undo has changed the store")
  }

  /// Contexts three deep: each save moves the changes up one level, and the last one into the store.
  static func nested(_ stack: IsolatedStack) async throws {
    let root = stack.manager.newBackgroundContext()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = root
    let grandchild = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    grandchild.parent = child
    func counts() throws -> [Int] {
      let other = stack.manager.newBackgroundContext()
      return try [grandchild, child, root, other].map { context in
        try context.performAndWait { try Population.count("Person", context) }
      }
    }
    try grandchild.performAndWait {
      Population.insert(3, into: grandchild)
      try expect(try counts() == [3, 0, 0, 0], "unsaved objects are seen in \(try counts())")
      try grandchild.save()
    }
    try expect(try counts() == [3, 3, 0, 0], "after the first save the objects are in \(try counts())")
    try child.performAndWait { try child.save() }
    try expect(try counts() == [3, 3, 3, 0], "after the second save the objects are in \(try counts())")
    try root.performAndWait { try root.save() }
    try expect(try counts() == [3, 3, 3, 3], "after the last save the objects are in \(try counts())")
  }
}
