import CoreDataEngine
import Testing

/// What objects are told, and when.
@Suite struct LifecycleTests {
  static func model() -> NSManagedObjectModel {
    CasesModel.make {
      $0.person.managedObjectClassName = "CoreDataEngineTests.WatchedPerson"
      let mood = CasesModel.attribute("mood", .stringAttributeType)
      mood.isTransient = true
      $0.extraPersonProperties = [mood]
      $0.members.deleteRule = .cascadeDeleteRule
    }
  }

  private static func ada(_ context: NSManagedObjectContext) throws -> WatchedPerson {
    try #require(context.make("Person", ["name": "Ada"]) as? WatchedPerson)
  }

  @Test(arguments: StoreKind.allCases) func objectsAwakeAndAreSaved(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      #expect(ada.calls == ["insert"])
      #expect(ada.number("age") == 7)
      try context.save()
      #expect(ada.calls == ["insert", "willSave", "didSave"])
      context.refresh(ada, mergeChanges: false)
      #expect(ada.calls.suffix(2) == ["willFault", "didFault"])
      ada.calls = []
      #expect(ada.text("mood") == "woken")
      #expect(ada.calls == ["fetch"])
      #expect(ada.number("age") == 99)
      // What it sets then is no change.
      #expect(!ada.hasChanges)
      #expect(!context.hasChanges)
      #expect(ada.changedValues().isEmpty)
    }
    let other = store.context()
    try other.performAndWait {
      let ada = try #require(try other.all("Person").first as? WatchedPerson)
      #expect(ada.calls == [])
      _ = ada.text("name")
      #expect(ada.calls == ["fetch"])
      ada.setValue("Eve", forKey: "name")
      other.rollback()
      #expect(ada.calls == ["fetch", "snapshot 16"])
      ada.setValue("Eve", forKey: "name")
      other.refresh(ada, mergeChanges: true)
      #expect(ada.text("name") == "Eve")
      #expect(ada.calls.last == "snapshot 32")
    }
  }

  @Test(arguments: StoreKind.allCases) func willSaveRunsUntilNothingChanges(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      var rounds = 0
      ada.onWillSave = { person in
        rounds += 1
        if rounds < 4 { person.setValue("\(rounds)", forKey: "nick") }
        if rounds == 2 { _ = person.managedObjectContext?.make("Tag", ["label": "made in willSave"]) }
      }
      try context.save()
      #expect(rounds == 4)
      #expect(ada.text("nick") == "3")
      #expect(!context.hasChanges)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag")) == 1)
      ada.onWillSave = { $0.setValue("\($0.text("nick") ?? "")x", forKey: "nick") }
      ada.setValue("y", forKey: "nick")
      #expect(throws: NSError.self) { try context.save() }
      #expect(context.hasChanges)
      ada.onWillSave = nil
      try context.save()
    }
  }

  @Test(arguments: StoreKind.allCases) func deletionIsAnnouncedWithCascades(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      let team = context.make("Team", ["name": "T"])
      ada.setValue(team, forKey: "team")
      try context.save()
      ada.calls = []
      ada.onDeletion = { #expect($0.object("team") === team) }
      context.delete(team)
      #expect(!ada.isDeleted)
      context.processPendingChanges()
      #expect(ada.isDeleted)
      #expect(ada.calls == ["delete"])
      context.delete(ada)
      #expect(ada.calls == ["delete", "delete"])
      try context.save()
      #expect(ada.calls == ["delete", "delete", "willSave", "didSave"])
      #expect(ada.managedObjectContext == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func deletionsWaitForTheSaveIfTheyAreToldSo(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      let team = context.make("Team", ["name": "T"])
      ada.setValue(team, forKey: "team")
      try context.save()
      context.propagatesDeletesAtEndOfEvent = false
      context.delete(team)
      context.processPendingChanges()
      #expect(!ada.isDeleted)
      try context.save()
      #expect(ada.managedObjectContext == nil)
      #expect(try context.all("Person").isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases) func valuesOfAnEventAreThereWhileItIsAnnounced(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      let team = context.make("Team", ["name": "T"])
      try context.save()
      ada.setValue("Eve", forKey: "name")
      ada.setValue(team, forKey: "team")
      #expect(ada.changedValuesForCurrentEvent()["name"] as? String == "Ada")
      #expect(ada.changedValuesForCurrentEvent()["team"] is NSNull)
      #expect((team.changedValuesForCurrentEvent()["members"] as? NSSet)?.count == 0)
      nonisolated(unsafe) var seen: [String: Any] = [:]
      nonisolated(unsafe) let watched = ada
      let observer = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { _ in seen = watched.changedValuesForCurrentEvent() }
      context.processPendingChanges()
      NotificationCenter.default.removeObserver(observer)
      #expect(seen["name"] as? String == "Ada")
      #expect(ada.changedValuesForCurrentEvent().isEmpty)
      #expect(ada.changedValues()["name"] as? String == "Eve")
      #expect(ada.committedValues(forKeys: ["name", "nick"])["name"] as? String == "Ada")
      #expect(ada.committedValues(forKeys: ["name", "nick"])["nick"] is NSNull)
      ada.setValue("Zoe", forKey: "name")
      #expect(ada.changedValuesForCurrentEvent()["name"] as? String == "Eve")
      #expect(ada.committedValues(forKeys: nil)["mood"] == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func transientValuesAreNotSaved(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      try context.save()
      ada.setValue("merry", forKey: "mood")
      #expect(ada.hasChanges)
      #expect(!ada.hasPersistentChangedValues)
      #expect(ada.changedValues().isEmpty)
      try context.save()
      #expect(!context.hasChanges)
      #expect(ada.text("mood") == "merry")
      context.refreshAllObjects()
      #expect(ada.text("mood") == "woken")
      ada.setValue("Ada", forKey: "name")
      #expect(!ada.hasPersistentChangedValues)
      ada.setValue("Eve", forKey: "name")
      #expect(ada.hasPersistentChangedValues)
      ada.setValue("Ada", forKey: "name")
      #expect(!ada.hasPersistentChangedValues)
      #expect(ada.changedValues().isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases) func primitiveChangesAreAnnouncedAndKeepInverses(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      let team = context.make("Team", ["name": "T"])
      let tag = context.make("Tag", ["label": "x"])
      try context.save()
      ada.setPrimitiveValue("Eve", forKey: "name")
      #expect(ada.primitiveValue(forKey: "name") as? String == "Eve")
      #expect(!ada.hasChanges)
      ada.setPrimitiveValue("Ada", forKey: "name")
      ada.willChangeValue(forKey: "name")
      ada.setPrimitiveValue("Eve", forKey: "name")
      ada.didChangeValue(forKey: "name")
      #expect(ada.changedValues().keys.sorted() == ["name"])
      #expect(ada.changedValuesForCurrentEvent()["name"] as? String == "Ada")
      ada.willChangeValue(forKey: "team")
      ada.setPrimitiveValue(team, forKey: "team")
      ada.didChangeValue(forKey: "team")
      #expect(team.objects("members") == [ada])
      ada.willChangeValue(forKey: "tags", withSetMutation: .union, using: [tag])
      ada.setPrimitiveValue(NSSet(object: tag), forKey: "tags")
      ada.didChangeValue(forKey: "tags", withSetMutation: .union, using: [tag])
      #expect(tag.objects("people") == [ada])
      try context.save()
      ada.willChangeValue(forKey: "team")
      ada.setPrimitiveValue(nil, forKey: "team")
      ada.didChangeValue(forKey: "team")
      #expect(team.objects("members").isEmpty)
      try context.save()
    }
    let other = store.context()
    try other.performAndWait {
      let ada = try #require(try other.all("Person").first)
      #expect(ada.text("name") == "Eve")
      #expect(ada.object("team") == nil)
      #expect(ada.objects("tags").count == 1)
    }
  }

  /// Only `awakeFromFetch` is documented to suspend change tracking: when a snapshot is put back, primitive values are a new
  /// baseline, and what is set by other means is a change.
  @Test(arguments: StoreKind.allCases, [true, false])
  func whatIsSetWhenASnapshotIsPutBack(kind: StoreKind, usesPrimitives: Bool) throws {
    let model = CasesModel.make { $0.person.managedObjectClassName = "CoreDataEngineTests.DerivingPerson" }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    try context.performAndWait {
      let ada = try #require(context.make("Person", ["name": "Ada"]) as? DerivingPerson)
      try context.save()
      ada.usesPrimitives = usesPrimitives
      ada.setValue("Eve", forKey: "name")
      context.rollback()
      #expect(ada.text("nick") == "derived")
      #expect(ada.text("name") == "Ada")
      #expect(ada.hasChanges == !usesPrimitives)
      #expect(context.updatedObjects == (usesPrimitives ? [] : [ada]))
    }
  }

  /// D80. A reset tells its objects nothing: they have no context any more.
  @Test(arguments: StoreKind.allCases) func aResetTellsObjectsNothing(kind: StoreKind) throws {
    let store = try TestStore(kind, model: LifecycleTests.model())
    let context = store.context()
    try context.performAndWait {
      let ada = try LifecycleTests.ada(context)
      try context.save()
      ada.calls = []
      context.reset()
      #expect(ada.calls == [])
      #expect(ada.managedObjectContext == nil)
      #expect(context.registeredObjects.isEmpty)
    }
  }
}

/// What is set when a snapshot is put back.
final class DerivingPerson: NSManagedObject {
  var usesPrimitives = true

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    if usesPrimitives { setPrimitiveValue("derived", forKey: "nick") } else { setValue("derived", forKey: "nick") }
  }
}

/// Notes what it is told.
final class WatchedPerson: NSManagedObject {
  var calls: [String] = []
  var onWillSave: ((WatchedPerson) -> Void)?
  var onDeletion: ((WatchedPerson) -> Void)?

  override func awakeFromInsert() {
    super.awakeFromInsert()
    calls.append("insert")
    setValue(7, forKey: "age")
  }

  override func awakeFromFetch() {
    super.awakeFromFetch()
    calls.append("fetch")
    setValue("woken", forKey: "mood")
    setValue(99, forKey: "age")
  }

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    calls.append("snapshot \(flags.rawValue)")
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    calls.append("delete")
    onDeletion?(self)
  }

  override func willSave() {
    super.willSave()
    calls.append("willSave")
    onWillSave?(self)
  }

  override func didSave() {
    super.didSave()
    calls.append("didSave")
  }

  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    calls.append("willFault")
  }

  override func didTurnIntoFault() {
    super.didTurnIntoFault()
    calls.append("didFault")
  }
}
