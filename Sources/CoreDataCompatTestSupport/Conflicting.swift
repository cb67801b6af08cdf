import CoreDataCompat
import Foundation

/// The behaviours that concern changes which contradict each other.
@MainActor
enum Conflicting {
  /// Two contexts change one row: the five policies, by property.
  static func policies(_ stack: IsolatedStack) async throws {
    let expected: [(NSMergePolicy, [String?]?)] = [
      (.error, nil), (.mergeByPropertyStoreTrump, ["first", "1", "mine"]),
      (.mergeByPropertyObjectTrump, ["second", "1", "mine"]), (.overwrite, ["second", "0", "mine"]),
      (.rollback, ["first", "1", nil]),
    ]
    for (policy, outcome) in expected {
      let (first, second) = (stack.manager.newBackgroundContext(), stack.manager.newBackgroundContext())
      let id = try first.performAndWait {
        let person = Population.make("Person", ["name": "before", "age": 0], first)
        try first.save()
        return person.objectID
      }
      // Both have read the row before either saves.
      let held = try second.performAndWait {
        let person = try second.existingObject(with: id)
        _ = person.value(forKey: "name")
        return Held(object: person)
      }
      try first.performAndWait {
        let person = try first.existingObject(with: id)
        person.setValue("first", forKey: "name")
        person.setValue(1, forKey: "age")
        try first.save()
      }
      try second.performAndWait {
        second.mergePolicy = policy
        held.object.setValue("second", forKey: "name")
        held.object.setValue("mine", forKey: "nick")
        do {
          try second.save()
          try expect(outcome != nil, "a conflict was saved under the error policy")
        } catch let error as CocoaError where error.errorCode == NSManagedObjectMergeError {
          try expect(outcome == nil, "\(policy) has thrown \(error)")
          let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
          try expect(conflicts?.first?.sourceObject === held.object, "the error does not lead to the object")
          second.rollback()
        }
      }
      let reader = stack.manager.newBackgroundContext()
      let found = try reader.performAndWait {
        let person = try reader.existingObject(with: id)
        return ["name", "age", "nick"].map { key in person.value(forKey: key).map { "\($0)" } }
      }
      try expect(found == outcome ?? ["first", "1", nil], "policy \(policy.mergeType.rawValue) has left \(found)")
    }
  }

  /// A duplicate of a value that must be unique: an error, or one object, by the policy.
  static func uniqueness(_ provider: any StackProvider.Type, _ kind: StoreKind) async throws {
    let model = PracticeModel.make { $0["Tag"]?.uniquenessConstraints = [["label"]] }
    let stack = try IsolatedStack(model: .instance(model), kind: kind, provider: provider)
    let context = stack.manager.managedObjectContext
    Population.make("Tag", ["label": "red"], context)
    try stack.manager.save()
    let new = Population.make("Tag", ["label": "red"], context)
    let person = Population.make("Person", ["name": "Ada", "tags": Set([new])], context)
    do {
      try stack.manager.save()
      throw BehaviourFailure(description: "a duplicate was saved")
    } catch let error as CocoaError {
      try expect(error.errorCode == NSManagedObjectConstraintMergeError, "the code is \(error.errorCode)")
    }
    try expect(context.insertedObjects.count == 2, "the failed save has lost changes")
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try stack.manager.save()
    try expect(try Population.count("Tag", context) == 1, "there are \(try Population.count("Tag", context)) tags")
    let tags = person.value(forKey: "tags") as? Set<NSManagedObject>
    try expect(tags?.count == 1, "the person has \(tags?.count ?? -1) tags")
  }

  /// @unchecked Sendable: used on the queue of the object's context alone.
  private struct Held: @unchecked Sendable {
    let object: NSManagedObject
  }
}
