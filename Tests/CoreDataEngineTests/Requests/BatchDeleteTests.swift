import CoreDataEngine
import Testing

@Suite struct BatchDeleteTests {
  private func fetch(_ entity: String, _ format: String? = nil) -> NSFetchRequest<NSFetchRequestResult> {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0) }
    return request
  }

  @Test(arguments: StoreKind.allCases) func C51_deletedRowsAndObjectsInMemory(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    for index in 0..<10 { _ = context.make("Person", ["name": "p\(index)"]) }
    _ = context.make("Team", ["name": "red"])
    try context.save()
    let view = store.context()
    let people = try view.all("Person", sortedBy: "name")
    for person in people.prefix(5) { #expect(person.text("name") != nil) }
    let request = NSBatchDeleteRequest(fetchRequest: fetch("Person"))
    request.resultType = .resultTypeObjectIDs
    let ids = try #require(try (context.execute(request) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID])
    #expect(Set(ids) == Set(people.map(\.objectID)))
    #expect(try view.all("Person").isEmpty)
    #expect(people[0].text("name") == "p0")
    let box = EventBox(view)
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [view])
    #expect(box.deleted == Set(ids))
    #expect(view.registeredObject(for: ids[0]) == nil)
    let team = try #require(try view.all("Team").first)
    team.setValue("blue", forKey: "name")
    try view.save()
    #expect(try store.context().all("Team", "name == 'blue'").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func rowsByID(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let people = (0..<4).map { context.make("Person", ["name": "p\($0)"]) }
    let team = context.make("Team", ["name": "red"])
    try context.save()
    let request = NSBatchDeleteRequest(objectIDs: people.prefix(3).map(\.objectID))
    request.resultType = .resultTypeCount
    #expect(try (context.execute(request) as? NSBatchDeleteResult)?.result as? Int == 3)
    #expect(try store.context().all("Person").map { $0.text("name") } == ["p3"])
    #expect(throws: CocoaError.self) {
      try context.execute(NSBatchDeleteRequest(objectIDs: [people[3].objectID, team.objectID]))
    }
    let none = try context.execute(NSBatchDeleteRequest(objectIDs: []))
    #expect((none as? NSBatchDeleteResult)?.result as? Bool == true)
    #expect(try store.context().all("Person").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func cascadeAndNullifyAreKept(kind: StoreKind) throws {
    let model = CasesModel.make { $0.members.deleteRule = .cascadeDeleteRule }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let red = context.make("Team", ["name": "red"])
    let tag = context.make("Tag", ["label": "t"])
    for index in 0..<3 {
      _ = context.make("Person", ["name": "r\(index)", "team": red, "tags": NSSet(array: [tag])])
    }
    let boss = context.make("Employee", ["name": "boss", "leads": red, "tags": NSSet(array: [tag])])
    try context.save()
    _ = try context.execute(NSBatchDeleteRequest(fetchRequest: fetch("Team", "name == 'red'")))
    let reader = store.context()
    let left = try reader.all("Person")
    #expect(left.map { $0.text("name") } == ["boss"])
    #expect(left.first?.object("leads") == nil)
    let tags = try reader.all("Tag")
    #expect(tags.first?.objects("people").map(\.objectID) == [boss.objectID])
    withExtendedLifetime(reader) {}
    _ = try context.execute(NSBatchDeleteRequest(fetchRequest: fetch("Person")))
    let last = store.context()
    let lonely = try last.all("Tag")
    #expect(lonely.first?.objects("people").isEmpty == true)
    withExtendedLifetime(last) {}
  }

  @Test(arguments: StoreKind.allCases) func aMandatoryInverseStopsTheDeletion(kind: StoreKind) throws {
    let model = CasesModel.make { $0.personTeam.isOptional = false }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let red = context.make("Team", ["name": "red"])
    _ = context.make("Person", ["name": "a", "team": red])
    try context.save()
    let error = #expect(throws: CocoaError.self) {
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch("Team")))
    }
    #expect(error?.errorCode == 134050)
    #expect(
      error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
        == "Constraint trigger violation: Batch delete failed due to mandatory OTO nullify inverse on Person/team")
    #expect(try store.context().all("Team").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func mandatorySetsStopTheDeletion(kind: StoreKind) throws {
    for (makeMandatory, entity, text): ((inout CasesModel.Parts) -> Void, String, String) in [
      ({ $0.people.isOptional = false }, "Person", "mandatory MTM nullify inverse on Tag/people"),
      ({ $0.members.isOptional = false }, "Person", "manadatory OTM nullify inverse on Team/members"),
    ] {
      let store = try TestStore(kind, model: CasesModel.make(makeMandatory))
      let context = store.context()
      let team = context.make("Team", ["name": "red"])
      let tag = context.make("Tag", ["label": "t"])
      for name in ["a", "b"] { _ = context.make("Person", ["name": name, "team": team, "tags": NSSet(array: [tag])]) }
      try context.save()
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: fetch(entity, "name == 'a'")))
      let error = #expect(throws: CocoaError.self) {
        try context.execute(NSBatchDeleteRequest(fetchRequest: fetch(entity)))
      }
      #expect((error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String)?.hasSuffix(text) == true)
      #expect(try store.context().all("Person").count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases) func theDenyRuleIsKept(kind: StoreKind) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.members.deleteRule = .denyDeleteRule })
    let context = store.context()
    _ = context.make("Person", ["name": "a", "team": context.make("Team", ["name": "red"])])
    _ = context.make("Team", ["name": "empty"])
    try context.save()
    let error = #expect(throws: CocoaError.self) {
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch("Team")))
    }
    #expect(error?.errorCode == 1600)
    _ = try context.execute(NSBatchDeleteRequest(fetchRequest: fetch("Team", "name == 'empty'")))
    #expect(try store.context().all("Team").map { $0.text("name") } == ["red"])
  }

  @Test(arguments: StoreKind.allCases) func limitsCount(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    for index in 0..<10 { _ = context.make("Person", ["name": "p\(index)"]) }
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    request.fetchLimit = 3
    _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    #expect(
      try store.context().all("Person", sortedBy: "name").compactMap { $0.text("name") } == (0..<7).map { "p\($0)" })
  }

  /// What a context tells of changed objects.
  private final class EventBox {
    private(set) var deleted: Set<NSManagedObjectID> = []
    private var token: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
      nonisolated(unsafe) let box = self
      token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
      ) { note in
        let objects = note.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> ?? []
        box.deleted.formUnion(objects.map(\.objectID))
      }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }
  }
}
