import CoreDataCompat
import Foundation

/// The behaviours that concern what objects are told.
@MainActor
enum Telling {
  /// A person is told of its insertion, its saves, its reading and its deletion, in that order.
  static func life(_ provider: any StackProvider.Type, _ kind: StoreKind) throws {
    let model = PracticeModel.make { $0["Person"]?.managedObjectClassName = NSStringFromClass(ToldPerson.self) }
    let stack = try IsolatedStack(model: .instance(model), kind: kind, provider: provider)
    let context = stack.manager.newBackgroundContext()
    try context.performAndWait {
      guard let person = Population.make("Person", ["name": "Ada"], context) as? ToldPerson else {
        throw BehaviourFailure(description: "the object is not of the class that the model names")
      }
      try context.save()
      try expect(
        person.calls == ["inserted", "will save", "will save", "did save"], "a new object heard \(person.calls)")
      try expect(person.value(forKey: "nick") as? String == "told", "what it set before the save was lost")
      try expect(!context.hasChanges, "the context has changes after the save")
      person.calls = []
      context.refresh(person, mergeChanges: false)
      try expect(person.value(forKey: "nick") as? String == "told", "what it set before the save was not written")
      try expect(person.calls == ["read"], "an object that was read heard \(person.calls)")
      person.calls = []
      context.delete(person)
      context.processPendingChanges()
      try expect(person.calls == ["deleted"], "a deleted object heard \(person.calls)")
      try context.save()
      try expect(try Population.count("Person", context) == 0, "the object is still there")
    }
  }
}
