import CoreDataEngine
import Testing

@Suite struct DeleteRuleTests {
  @Test(arguments: StoreKind.allCases) func nullifyClearsTheInverse(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      let person = context.make("Person", ["name": "p", "team": team])
      try context.save()
      context.delete(team)
      context.processPendingChanges()
      #expect(person.object("team") == nil)
      try context.save()
      let other = store.context()
      let stored = try other.all("Person")
      #expect(stored.count == 1)
      #expect(stored.first?.object("team") == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func C43_cascadeInACircle(kind: StoreKind) throws {
    let store = try TestStore(
      kind,
      model: CasesModel.make { parts in
        parts.members.deleteRule = .cascadeDeleteRule
        parts.personTeam.deleteRule = .cascadeDeleteRule
      })
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      for index in 0..<20 { _ = context.make("Person", ["name": "P\(index)", "team": team]) }
      try context.save()
      let person = try #require(try context.all("Person").first)
      context.delete(person)
      try context.save()
      #expect(try context.all("Person").isEmpty)
      #expect(try context.all("Team").isEmpty)
    }
  }

  @Test func C43_aLongChainNeedsNoRecursion() throws {
    let model = CasesModel.make { parts in
      let next = NSRelationshipDescription()
      let previous = NSRelationshipDescription()
      next.name = "next"
      next.destinationEntity = parts.person
      next.maxCount = 1
      next.deleteRule = .cascadeDeleteRule
      next.inverseRelationship = previous
      previous.name = "previous"
      previous.destinationEntity = parts.person
      previous.maxCount = 1
      previous.inverseRelationship = next
      parts.extraPersonProperties = [next, previous]
    }
    let store = try TestStore(.memory, model: model)
    let context = store.context()
    try context.performAndWait {
      var last: NSManagedObject?
      for index in 0..<10_000 { last = context.make("Person", ["name": "P\(index)", "next": last]) }
      try context.save()
      context.delete(try #require(last))
      try context.save()
      #expect(try context.all("Person").isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases) func C44_deny(kind: StoreKind) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.members.deleteRule = .denyDeleteRule })
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      let empty = context.make("Team", ["name": "E"])
      let person = context.make("Person", ["name": "p", "team": team])
      try context.save()
      context.delete(team)
      do {
        try context.save()
        Issue.record("The deny rule was passed over")
      } catch let error as CocoaError {
        #expect(error.code == .validationRelationshipDeniedDelete)
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === team)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "members")
      }
      context.rollback()
      #expect(!team.isDeleted)
      #expect(team.objects("members") == [person])
      context.delete(empty)
      try context.save()
      context.delete(team)
      context.delete(person)
      try context.save()
      #expect(try context.all("Team").isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases) func C44_denyOfAToOne(kind: StoreKind) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.personTeam.deleteRule = .denyDeleteRule })
    let context = store.context()
    let person = context.make("Person", ["name": "p", "team": context.make("Team", ["name": "T"])])
    try context.save()
    context.delete(person)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .validationRelationshipDeniedDelete)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "team")
    #expect(try store.context().all("Person").count == 1)
    context.rollback()
    person.setValue(nil, forKey: "team")
    context.delete(person)
    try context.save()
    #expect(try store.context().all("Person").isEmpty)
  }

  @Test(arguments: StoreKind.allCases) func C44_denyInsideACascade(kind: StoreKind) throws {
    let model = CasesModel.make {
      $0.members.deleteRule = .cascadeDeleteRule
      $0.personTags.deleteRule = .denyDeleteRule
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let team = context.make("Team", ["name": "T"])
    let tag = context.make("Tag", ["label": "t"])
    let person = context.make("Person", ["name": "p", "team": team, "tags": NSSet(array: [tag])])
    _ = context.make("Person", ["name": "free", "team": team])
    try context.save()
    context.delete(team)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .validationRelationshipDeniedDelete)
    #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === person)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "tags")
    #expect(try store.context().all("Person").count == 2)
    context.rollback()
    #expect(team.objects("members").count == 2 && tag.objects("people") == [person])
    person.setValue(NSSet(), forKey: "tags")
    context.delete(team)
    try context.save()
    let reader = try store.reopened().context()
    #expect(try reader.all("Person").isEmpty && reader.all("Tag").count == 1)
  }
}
