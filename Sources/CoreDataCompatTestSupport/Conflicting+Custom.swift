import CoreDataCompat
import Foundation

extension Conflicting {
  /// A policy that lets the context's values win, but for the age, of which the greater one stays.
  static func custom(_ stack: IsolatedStack) throws {
    let (first, second) = (stack.manager.newBackgroundContext(), stack.manager.newBackgroundContext())
    try second.performAndWait {
      let person = Population.make("Person", ["name": "before", "age": 1], second)
      try second.save()
      try first.performAndWait {
        let theirs = try first.existingObject(with: person.objectID)
        theirs.setValue("theirs", forKey: "name")
        theirs.setValue(5, forKey: "age")
        try first.save()
      }
      let policy = GreaterAge()
      second.mergePolicy = policy
      person.setValue("mine", forKey: "name")
      person.setValue(3, forKey: "age")
      try second.save()
      let (name, age) = (person.value(forKey: "name") as? String, person.value(forKey: "age") as? Int)
      try expect(name == "mine" && age == 5, "the policy has left \(name ?? "nil"), \(age ?? -1)")
      try first.performAndWait {
        let stored = try first.existingObject(with: person.objectID)
        first.refresh(stored, mergeChanges: false)
        let (name, age) = (stored.value(forKey: "name") as? String, stored.value(forKey: "age") as? Int)
        try expect(name == "mine" && age == 5, "the store has \(name ?? "nil"), \(age ?? -1)")
      }
    }
  }

  /// @unchecked Sendable: immutable.
  private final class GreaterAge: NSMergePolicy, @unchecked Sendable {
    init() { super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType) }

    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      let stored = list.map { ($0.persistedSnapshot ?? $0.cachedSnapshot)?["age"] as? Int ?? 0 }
      try super.resolve(optimisticLockingConflicts: list)
      for (conflict, age) in zip(list, stored) {
        let object = conflict.sourceObject
        object.setValue(max(age, object.value(forKey: "age") as? Int ?? 0), forKey: "age")
      }
    }
  }
}
