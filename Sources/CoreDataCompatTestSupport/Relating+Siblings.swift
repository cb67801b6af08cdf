import CoreDataCompat
import Foundation

extension Relating {
  /// Two children of one context have read the same team; each adds a member and saves.
  static func siblings(_ stack: IsolatedStack) throws {
    let root = stack.manager.newBackgroundContext()
    try root.performAndWait {
      Population.make("Team", ["name": "T"], root)
      try root.save()
      let children = (0..<2).map { _ in NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType) }
      for child in children { child.parent = root }
      // Both have read the members before either saves.
      for child in children {
        try child.performAndWait { try expect(try members(child) == [], "the team is not empty") }
      }
      for (number, child) in children.enumerated() {
        try child.performAndWait {
          let person = Population.make("Person", ["name": "\(number)"], child)
          try team(child)?.mutableSetValue(forKey: "members").add(person)
          try child.save()
        }
      }
      try expect(try members(root) == ["0", "1"], "the parent has the members \(try members(root))")
      try root.save()
    }
    let other = stack.manager.newBackgroundContext()
    let stored = try other.performAndWait { try members(other) }
    try expect(stored == ["0", "1"], "the store has the members \(stored)")
  }

  private nonisolated static func team(_ context: NSManagedObjectContext) throws -> NSManagedObject? {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team")).first
  }

  private nonisolated static func members(_ context: NSManagedObjectContext) throws -> [String] {
    let members = try team(context)?.value(forKey: "members") as? Set<NSManagedObject>
    return (members ?? []).compactMap { $0.value(forKey: "name") as? String }.sorted()
  }
}
