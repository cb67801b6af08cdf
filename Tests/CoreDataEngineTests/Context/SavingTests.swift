import CoreDataEngine
import Testing

@Suite struct SavingTests {
  @Test(arguments: StoreKind.allCases) func savedObjectsComeBackInAnotherContext(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "Red"])
      let ada = context.make("Person", ["name": "Ada", "age": 36, "score": 1.5, "team": team])
      let born = Date(timeIntervalSinceReferenceDate: -5_000_000_000.25)
      ada.setValue(born, forKey: "born")
      ada.setValue(Data([0, 1, 2, 255]), forKey: "photo")
      ada.setValue(NSDecimalNumber(string: "3.33"), forKey: "balance")
      #expect(ada.objectID.isTemporaryID)
      try context.save()
      #expect(!ada.objectID.isTemporaryID)
      #expect(!context.hasChanges)
      #expect(ada.text("name") == "Ada")
    }
    let other = store.context()
    try other.performAndWait {
      let people = try other.all("Person")
      #expect(people.count == 1)
      let ada = try #require(people.first)
      #expect(ada.isFault)
      #expect(ada.text("name") == "Ada")
      #expect(!ada.isFault)
      #expect(ada.number("age") == 36)
      #expect(ada.value(forKey: "score") as? Double == 1.5)
      #expect(ada.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: -5_000_000_000.25))
      #expect(ada.value(forKey: "photo") as? Data == Data([0, 1, 2, 255]))
      #expect((ada.value(forKey: "balance") as? NSDecimalNumber)?.decimalValue == Decimal(string: "3.33"))
      #expect(ada.value(forKey: "nick") == nil)
      let team = try #require(ada.object("team"))
      #expect(team.text("name") == "Red")
      #expect(team.objects("members") == [ada])
      #expect(try other.all("Person", "team.name == %@", "Red").count == 1)
    }
  }

  /// The row that a save has written is read by others although nobody holds it, and somebody still holds the older one.
  @Test(arguments: StoreKind.allCases) func aHeldOlderRowIsNotServedAfterASave(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let (writer, holder) = (store.context(), store.context())
    let id = try writer.performAndWait {
      let person = writer.make("Person", ["name": "before"])
      try writer.save()
      return person.objectID
    }
    nonisolated(unsafe) let held = try holder.performAndWait { try holder.existingObject(with: id) }
    let before = holder.performAndWait { held.text("name") }
    #expect(before == "before")
    try writer.performAndWait {
      let person = try writer.existingObject(with: id)
      person.setValue("after", forKey: "name")
      try writer.save()
    }
    let reader = store.context()
    let after = try reader.performAndWait { try reader.existingObject(with: id).text("name") }
    #expect(after == "after")
    let kept = holder.performAndWait { held.text("name") }
    #expect(kept == "before")
  }

  @Test(arguments: StoreKind.allCases) func updatesAndDeletionsReachTheStore(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = (0..<10).map { (index: Int) in context.make("Person", ["name": "P\(index)", "age": index]) }
      try context.save()
      people[3].setValue("changed", forKey: "name")
      context.delete(people[4])
      #expect(context.updatedObjects == [people[3]])
      #expect(context.deletedObjects == [people[4]])
      try context.save()
      #expect(people[4].managedObjectContext == nil)
    }
    let other = store.context()
    try other.performAndWait {
      let people = try other.all("Person", sortedBy: "age")
      #expect(people.count == 9)
      #expect(people[3].text("name") == "changed")
      #expect(try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 9)
    }
  }

  @Test(arguments: StoreKind.allCases) func C34_settingTheSameValueChangesNothing(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "Red"])
      let person = context.make("Person", ["name": "Ada", "age": 1, "team": team])
      try context.save()
      person.setValue("Ada", forKey: "name")
      person.setValue(1, forKey: "age")
      person.setValue(team, forKey: "team")
      #expect(person.changedValues().isEmpty)
      #expect(!person.hasPersistentChangedValues)
      person.setValue("Bob", forKey: "name")
      #expect(person.changedValues().keys.sorted() == ["name"])
      person.setValue("Ada", forKey: "name")
      #expect(person.changedValues().isEmpty)
      #expect(!person.hasPersistentChangedValues)
      let before = person.objectID
      try context.save()
      #expect(person.objectID == before)
    }
  }

  @Test(arguments: StoreKind.allCases) func C35_insertedAndDeletedBeforeTheSaveNeverWas(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "Red"])
      try context.save()
      let person = context.make("Person", ["name": "Ada", "team": team])
      #expect(team.objects("members") == [person])
      context.delete(person)
      context.processPendingChanges()
      #expect(!context.insertedObjects.contains(person))
      #expect(!context.deletedObjects.contains(person))
      #expect(team.objects("members").isEmpty)
      try context.save()
      #expect(person.managedObjectContext == nil)
      #expect(try context.all("Person").isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases) func C33_aFailedSaveKeepsTheContextAsItWas(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      for index in 0..<10 { _ = context.make("Person", ["name": "P\(index)"]) }
      let culprit = context.make("Person")
      do {
        try context.save()
        Issue.record("A person without a name was saved")
      } catch let error as CocoaError {
        #expect(error.code == .validationMissingMandatoryProperty)
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === culprit)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
      }
      #expect(context.insertedObjects.count == 11)
      let other = store.context()
      let stored = try other.performAndWait { try other.all("Person").count }
      #expect(stored == 0)
      context.delete(culprit)
      try context.save()
      #expect(try context.all("Person").count == 10)
    }
  }

  @Test(arguments: StoreKind.allCases) func rollbackPutsEverythingBack(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "Red"])
      let ada = context.make("Person", ["name": "Ada", "team": team])
      let bob = context.make("Person", ["name": "Bob", "team": team])
      try context.save()
      ada.setValue("X", forKey: "name")
      ada.setValue(nil, forKey: "team")
      context.delete(bob)
      let new = context.make("Person", ["name": "New", "team": team])
      context.rollback()
      #expect(!context.hasChanges)
      #expect(new.managedObjectContext == nil)
      #expect(ada.text("name") == "Ada")
      #expect(ada.object("team") === team)
      #expect(!bob.isDeleted)
      #expect(team.objects("members") == [ada, bob])
    }
  }
}
