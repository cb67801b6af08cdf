import CoreDataCompat
import Foundation

extension Relating {
  /// Insertions, moves and removals, each saved and read by another context.
  static func order(_ stack: IsolatedStack, _ kind: StoreKind) async throws {
    let context = stack.manager.managedObjectContext
    let people = ["a", "b", "c", "d", "e"].map { Population.make("Person", ["name": $0], context) }
    people[0].setValue(NSOrderedSet(array: [people[1], people[2], people[3]]), forKey: "friends")
    let friends = people[0].mutableOrderedSetValue(forKey: "friends")
    let edits: [(edit: () -> Void, order: String)] = [
      ({}, "bcd"), ({ friends.insert(people[4], at: 1) }, "becd"),
      ({ friends.moveObjects(at: IndexSet(integer: 3), to: 0) }, "dbec"), ({ friends.removeObject(at: 1) }, "dec"),
      ({ friends.exchangeObject(at: 0, withObjectAt: 2) }, "ced"), ({ friends.add(people[0]) }, "ceda"),
      ({ context.delete(people[4]) }, "cda"),
    ]
    for (edit, order) in edits {
      edit()
      try stack.manager.save()
      try expect(try names(context) == order, "the order is \(try names(context)) and not \(order)")
      let other = stack.manager.newBackgroundContext()
      let stored = try other.performAndWait { try names(other) }
      try expect(stored == order, "the stored order is \(stored) and not \(order)")
    }
    guard kind.lasts else { return }
    try await stack.manager.unload()
    let last = try names(stack.manager.managedObjectContext)
    try expect(last == "cda", "the order is \(last) once the store was closed")
  }

  /// The names of a's friends, in order.
  private nonisolated static func names(_ context: NSManagedObjectContext) throws -> String {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == 'a'")
    let friends = try context.fetch(request).first?.value(forKey: "friends") as? NSOrderedSet
    return (friends?.array ?? []).compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }.joined()
  }
}
