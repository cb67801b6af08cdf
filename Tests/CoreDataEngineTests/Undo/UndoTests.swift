import CoreDataEngine
import Testing

/// C77, step by step.
@Suite struct UndoTests {
  /// Teams have an order of members and delete them; tags may be on many people.
  static func model() -> NSManagedObjectModel {
    CasesModel.make {
      $0.members.isOrdered = true
      $0.members.deleteRule = .cascadeDeleteRule
      $0.photo.allowsExternalBinaryDataStorage = true
    }
  }

  /// A store and a context whose undo manager groups as it is told.
  private static func undoable(_ kind: StoreKind) throws -> (TestStore, NSManagedObjectContext, UndoManager) {
    let store = try TestStore(kind, model: model())
    let context = store.context()
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    return (store, context, manager)
  }

  private static func step(_ context: NSManagedObjectContext, _ body: () throws -> Void) rethrows {
    context.undoManager?.beginUndoGrouping()
    try body()
    context.undoManager?.endUndoGrouping()
  }

  @Test(arguments: StoreKind.allCases) func aContextHasNoManagerAndUndoDoesNothing(kind: StoreKind) throws {
    let context = try TestStore(kind).context()
    context.performAndWait {
      #expect(context.undoManager == nil)
      let person = context.make("Person", ["name": "Ada"])
      context.undo()
      context.redo()
      #expect(person.text("name") == "Ada")
      #expect(context.insertedObjects == [person])
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func everyStepIsUndoneAndRedone(kind: StoreKind, savesInBetween: Bool) throws {
    let (store, context, manager) = try UndoTests.undoable(kind)
    try context.performAndWait {
      var objects: [NSManagedObject] = []
      func make(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
        objects.append(context.make(entity, values))
        return objects[objects.count - 1]
      }
      var team, ada, bob, tag: NSManagedObject!
      let steps: [() throws -> Void] = [
        { team = make("Team", ["name": "Red"]) },
        {
          ada = make("Person", ["name": "Ada", "age": 36, "photo": Data(repeating: 7, count: 300_000)])
          bob = make("Person", ["name": "Bob", "team": team])
          tag = make("Tag", ["label": "x"])
        },
        { ada.setValue(37, forKey: "age") },
        { ada.setValue(team, forKey: "team") },
        { team.setValue(NSOrderedSet(array: [ada!, bob!]), forKey: "members") },
        { tag.setValue(NSSet(array: [ada!, bob!]), forKey: "people") },
        { team.setValue(NSOrderedSet(array: [bob!, ada!]), forKey: "members") },
        { bob.setValue(nil, forKey: "team") },
        { bob.setValue(team, forKey: "leads") },
        { ada.setValue(Data([1]), forKey: "photo") },
        { context.delete(tag) },
        { context.delete(team) },
      ]
      var pictures = [GraphPicture(objects)]
      for step in steps {
        try UndoTests.step(context, step)
        pictures.append(GraphPicture(objects))
        if savesInBetween { try context.save() }
      }
      #expect(objects.filter { !$0.isDeleted && $0.managedObjectContext != nil } == [bob])
      for index in steps.indices.reversed() {
        context.undo()
        #expect(GraphPicture(objects) == pictures[index], "undoing step \(index)")
      }
      #expect(!manager.canUndo)
      #expect(context.hasChanges == savesInBetween)
      for index in steps.indices {
        context.redo()
        #expect(GraphPicture(objects) == pictures[index + 1], "redoing step \(index)")
      }
      #expect(!manager.canRedo)
      if savesInBetween { #expect(!context.hasChanges) }
      for _ in steps { context.undo() }
      #expect(GraphPicture(objects) == pictures[0])
      try context.save()
      #expect(try GraphPicture(storedIn: store.context()) == GraphPicture([]))
      context.redo()
      context.redo()
      try context.save()
      #expect(GraphPicture(objects) == pictures[2])
    }
    let other = try store.reopened().context()
    try other.performAndWait {
      let ada = try #require(try other.all("Person", "name == %@", "Ada").first)
      #expect(ada.number("age") == 36)
      #expect(ada.value(forKey: "photo") as? Data == Data(repeating: 7, count: 300_000))
      #expect(try other.all("Person", "name == %@", "Bob").first?.object("team")?.text("name") == "Red")
    }
  }

  @Test(arguments: StoreKind.allCases) func anUndoneDeletionKeepsItsID(kind: StoreKind) throws {
    let (store, context, _) = try UndoTests.undoable(kind)
    try context.performAndWait {
      var ada: NSManagedObject!
      UndoTests.step(context) { ada = context.make("Person", ["name": "Ada"]) }
      try context.save()
      let id = ada.objectID
      UndoTests.step(context) { context.delete(ada) }
      try context.save()
      #expect(ada.managedObjectContext == nil)
      context.undo()
      #expect(ada.isInserted)
      #expect(ada.managedObjectContext === context)
      #expect(context.registeredObject(for: id) === ada)
      try context.save()
      #expect(ada.objectID == id)
      let other = store.context()
      #expect(try other.performAndWait { try other.existingObject(with: id).text("name") } == "Ada")
    }
  }

  @Test(arguments: StoreKind.allCases) func pendingChangesAreUndoneByTheManagerItself(kind: StoreKind) throws {
    let (store, context, manager) = try UndoTests.undoable(kind)
    defer { withExtendedLifetime(store) {} }
    manager.groupsByEvent = true
    context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      context.processPendingChanges()
      manager.closeGroupOfEvent()
      ada.setValue("Bob", forKey: "name")
      manager.undo()
      #expect(ada.text("name") == "Ada")
      manager.redo()
      #expect(ada.text("name") == "Bob")
      manager.undo()
      manager.undo()
      #expect(ada.managedObjectContext == nil)
      #expect(!context.hasChanges)
    }
  }

  @Test(arguments: StoreKind.allCases) func aBlockIsOneStep(kind: StoreKind) async throws {
    let store = try TestStore(kind, model: UndoTests.model())
    let context = store.context()
    await context.perform { context.undoManager = UndoManager() }
    let id = await context.perform {
      let ada = context.make("Person", ["name": "Ada", "age": 1])
      return ada.objectID
    }
    await context.perform { context.object(with: id).setValue(2, forKey: "age") }
    await context.perform {
      let ada = context.object(with: id)
      context.undo()
      #expect(ada.number("age") == 1)
      context.undo()
      #expect(ada.managedObjectContext == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func rollbackAndResetForgetWhatCouldBeUndone(kind: StoreKind) throws {
    let (store, context, manager) = try UndoTests.undoable(kind)
    defer { withExtendedLifetime(store) {} }
    try context.performAndWait {
      var ada: NSManagedObject!
      UndoTests.step(context) { ada = context.make("Person", ["name": "Ada"]) }
      try context.save()
      UndoTests.step(context) { ada.setValue("Bob", forKey: "name") }
      context.undo()
      context.rollback()
      #expect(!manager.canUndo)
      context.redo()
      #expect(ada.text("name") == "Ada")
      UndoTests.step(context) { ada.setValue("Bob", forKey: "name") }
      context.reset()
      #expect(!manager.canUndo)
    }
  }

  @Test(arguments: StoreKind.allCases) func whatIsNotRegisteredIsNotUndone(kind: StoreKind) throws {
    let (store, context, manager) = try UndoTests.undoable(kind)
    try context.performAndWait {
      manager.disableUndoRegistration()
      let ada = context.make("Person", ["name": "Ada"])
      context.processPendingChanges()
      manager.enableUndoRegistration()
      try context.save()
      #expect(!manager.canUndo)
      let other = store.context()
      try other.performAndWait {
        try other.existingObject(with: ada.objectID).setValue("Eve", forKey: "name")
        _ = other.make("Person", ["name": "New"])
        try other.save()
      }
      context.mergeChanges(
        fromContextDidSave: Notification(
          name: .NSManagedObjectContextDidSave, object: other,
          userInfo: [NSUpdatedObjectIDsKey: Set([ada.objectID])]))
      #expect(ada.text("name") == "Eve")
      #expect(!manager.canUndo)
    }
  }

  @Test(arguments: StoreKind.allCases) func anotherManagerKnowsNothingOfTheFirst(kind: StoreKind) throws {
    let (store, context, manager) = try UndoTests.undoable(kind)
    defer { withExtendedLifetime(store) {} }
    context.performAndWait {
      UndoTests.step(context) { _ = context.make("Person", ["name": "Ada"]) }
      #expect(manager.canUndo)
      context.undoManager = nil
      #expect(!manager.canUndo)
      #expect(context.insertedObjects.count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases) func objectsAreToldAndObserversToo(kind: StoreKind) throws {
    let model = CasesModel.make { $0.person.managedObjectClassName = "CoreDataEngineTests.AwakenedPerson" }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    try context.performAndWait {
      var ada: AwakenedPerson!
      UndoTests.step(context) { ada = context.make("Person", ["name": "Ada"]) as? AwakenedPerson }
      try context.save()
      UndoTests.step(context) { ada.setValue("Bob", forKey: "name") }
      UndoTests.step(context) { context.delete(ada) }
      let notes = NotificationLog(of: .NSManagedObjectContextObjectsDidChange, from: context)
      context.undo()
      context.undo()
      context.undo()
      #expect(ada.events == [.undoDeletion, .undoUpdate, .undoInsertion])
      #expect(notes.keys == [["inserted"], ["updated"], ["deleted"]])
    }
  }
}

/// Notes why its snapshot was put back.
final class AwakenedPerson: NSManagedObject {
  var events: [NSSnapshotEventType] = []

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    events.append(flags)
  }
}

extension UndoManager {
  /// Ends the group of the event, as a run loop would.
  func closeGroupOfEvent() {
    beginUndoGrouping()
    endUndoGrouping()
  }
}
