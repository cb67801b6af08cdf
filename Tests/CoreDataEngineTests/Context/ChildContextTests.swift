import Testing

@testable import CoreDataEngine

/// What children and their parents do to each other's objects.
@Suite struct ChildContextTests {
  private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    return child
  }

  // MARK: Siblings

  @Test(arguments: StoreKind.allCases) func siblingsKeepEachOthersMembers(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let team = root.make("Team", ["name": "T"])
    let tag = root.make("Tag", ["label": "t"])
    for name in ["x", "y", "z"] { _ = root.make("Person", ["name": name, "team": team, "tags": Set([tag])]) }
    try root.save()
    let siblings = [child(of: root), child(of: root)]
    var read: [(team: NSManagedObject, tag: NSManagedObject)] = []
    for sibling in siblings {
      let team = try #require(try sibling.all("Team").first)
      let tag = try #require(try sibling.all("Tag").first)
      #expect(team.objects("members").count == 3)
      #expect(tag.objects("people").count == 3)
      read.append((team, tag))
    }
    for (number, sibling) in siblings.enumerated() {
      let gone = try #require(read[number].team.objects("members").first { $0.text("name") == ["x", "y"][number] })
      let new = sibling.make("Person", ["name": ["a", "b"][number]])
      let members = read[number].team.mutableSetValue(forKey: "members")
      members.remove(gone)
      members.add(new)
      let people = read[number].tag.mutableSetValue(forKey: "people")
      people.remove(gone)
      people.add(new)
      try sibling.save()
    }
    func expectAll(_ context: NSManagedObjectContext) throws {
      let team = try #require(try context.all("Team").first)
      #expect(Set(team.objects("members").compactMap { $0.text("name") }) == ["z", "a", "b"])
      let tag = try #require(try context.all("Tag").first)
      #expect(Set(tag.objects("people").compactMap { $0.text("name") }) == ["z", "a", "b"])
      for person in try context.all("Person") {
        let belongs = ["z", "a", "b"].contains(person.text("name"))
        #expect(person.object("team") === (belongs ? team : nil))
        #expect(person.objects("tags") == (belongs ? [tag] : []))
      }
    }
    try expectAll(root)
    try root.save()
    try expectAll(try store.reopened().context())
  }

  @Test(arguments: StoreKind.allCases) func siblingsKeepEachOthersOrder(kind: StoreKind) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.personTags.isOrdered = true })
    let root = store.context()
    let tags = ["a", "b", "c"].map { root.make("Tag", ["label": $0]) }
    _ = root.make("Person", ["name": "p", "tags": NSOrderedSet(array: tags)])
    try root.save()
    let (first, second) = (child(of: root), child(of: root))
    func order(_ context: NSManagedObjectContext) throws -> NSMutableOrderedSet {
      try #require(try context.all("Person").first).mutableOrderedSetValue(forKey: "tags")
    }
    func labels(_ context: NSManagedObjectContext) throws -> [String?] {
      try order(context).array.map { ($0 as? NSManagedObject)?.text("label") }
    }
    let (mine, others) = (try order(first), try order(second))
    #expect(others.count == 3)
    mine.insert(first.make("Tag", ["label": "x"]), at: 2)
    try first.save()
    #expect(try labels(root) == ["a", "b", "x", "c"])
    others.removeObject(at: 0)
    others.moveObjects(at: IndexSet(integer: 1), to: 0)
    others.add(second.make("Tag", ["label": "d"]))
    #expect(try labels(second) == ["c", "b", "d"])
    try second.save()
    #expect(try labels(root) == ["c", "b", "x", "d"])
    try root.save()
    #expect(try labels(try store.reopened().context()) == ["c", "b", "x", "d"])
  }

  // MARK: What is gone in the parent

  @Test(arguments: StoreKind.allCases) func aRefusedSaveLeavesTheParentAlone(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let mine = root.make("Person", ["name": "p"])
    try root.save()
    let child = child(of: root)
    let person = try #require(try child.all("Person").first)
    root.delete(mine)
    root.processPendingChanges()
    person.setValue("changed", forKey: "name")
    _ = child.make("Person", ["name": "new"])
    for _ in 0..<2 {
      let error = #expect(throws: CocoaError.self) { try child.save() }
      #expect(error?.errorCode == NSManagedObjectReferentialIntegrityError)
      #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [person])
      #expect(root.insertedObjects.isEmpty)
      #expect(child.insertedObjects.count == 1)
      #expect(child.updatedObjects == [person])
    }
    child.refresh(person, mergeChanges: false)
    try child.save()
    #expect(root.insertedObjects.count == 1)
    try root.save()
    #expect(try store.context().all("Person").map { $0.text("name") } == ["new"])
  }

  @Test(arguments: StoreKind.allCases) func aChangeToARowThatIsGoneIsNotLostInSilence(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let writer = store.context()
    let row = writer.make("Person", ["name": "p"])
    try writer.save()
    let child = child(of: root)
    let person = try #require(try child.all("Person").first)
    #expect(person.text("name") == "p")
    writer.delete(row)
    try writer.save()
    person.setValue("changed", forKey: "name")
    let error = #expect(throws: CocoaError.self) { try child.save() }
    #expect(error?.errorCode == NSManagedObjectReferentialIntegrityError)
    #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [person])
    #expect(child.updatedObjects == [person])
    #expect(person.text("name") == "changed")
    #expect(!root.hasChanges)
    child.delete(person)
    try child.save()
    try root.save()
    #expect(try store.context().all("Person").isEmpty)
  }

  // MARK: Identity

  @Test(arguments: StoreKind.allCases) func C40_childrenHaveOneObjectForARow(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let middle = child(of: root)
    let lowest = child(of: middle)
    let team = lowest.make("Team", ["name": "T"])
    let person = lowest.make("Person", ["name": "p", "team": team])
    let temporary = person.objectID
    try lowest.save()
    let between = try #require(try middle.all("Person").first)
    #expect(between.objectID == temporary)
    try middle.save()
    try root.save()
    let id = try #require(try root.all("Person").first).objectID
    #expect(!id.isTemporaryID)

    #expect(lowest.registeredObject(for: id) === person)
    #expect(lowest.object(with: id) === person)
    #expect(try lowest.existingObject(with: id) === person)
    #expect(try lowest.all("Person").map(ObjectIdentifier.init) == [ObjectIdentifier(person)])
    #expect(person.objectID == id)
    // The old ID leads to it too, in the contexts that have known it by that.
    #expect(try lowest.existingObject(with: temporary) === person)
    #expect(try middle.existingObject(with: id) === between)
    #expect(try middle.all("Person").map(ObjectIdentifier.init) == [ObjectIdentifier(between)])
    #expect(between.object("team") === (try middle.all("Team").first))

    // What it leads to is found by the new key, and it is no change.
    #expect(person.object("team") === team)
    #expect(team.objects("members") == [person])
    #expect(try lowest.all("Person", "team == %@", team) == [person])
    person.setValue(nil, forKey: "team")
    person.setValue(team, forKey: "team")
    #expect(!person.hasPersistentChangedValues)
    lowest.rollback()

    // A changed object is found once, by its present values.
    person.setValue("changed", forKey: "name")
    #expect(try lowest.all("Person").count == 1)
    #expect(try lowest.all("Person", "name == 'p'").isEmpty)
    for context in [lowest, middle, root] { try context.save() }
    let last = store.context()
    let found = try last.all("Person")
    #expect(found.map { $0.text("name") } == ["changed"])
    #expect(found.first?.object("team")?.text("name") == "T")
  }

  /// The unsaved objects of a child, by ID in its predicates, before and after they have rows.
  @Test(arguments: StoreKind.allCases) func temporaryIDsInPredicatesNameTheParentsObjects(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let child = child(of: root)
    let team = child.make("Team", ["name": "T"])
    let person = child.make("Person", ["name": "p", "team": team])
    let ids = [person.objectID, team.objectID]
    try child.save()
    for _ in 0..<2 {
      #expect(try child.all("Person", "SELF == %@", ids[0]) == [person])
      #expect(try child.all("Person", "SELF IN %@", [ids[0]]) == [person])
      #expect(try child.all("Person", "team == %@", ids[1]) == [person])
      #expect(try child.all("Team", "ANY members == %@", person) == [team])
      try root.save()
    }
  }

  @Test(arguments: [[StoreKind.sqlite, .memory], [.xml, .sqlite]])
  func objectsOfASecondStoreKeepTheirIdentity(kinds: [StoreKind]) throws {
    let stores = try TwoStores(kinds)
    let root = stores.context()
    let child = child(of: root)
    let objects = TwoStores.entities.map { child.make($0, ["label": "new", "text": "a"]) }
    try child.save()
    try root.save()
    for (entity, object) in zip(TwoStores.entities, objects) {
      let id = try #require(try root.all(entity).first).objectID
      #expect(try child.existingObject(with: id) === object)
      #expect(try child.all(entity).map(ObjectIdentifier.init) == [ObjectIdentifier(object)])
      object.setValue("b", forKey: "text")
    }
    try child.save()
    try root.save()
    #expect(try stores.contents() == [["new b"], ["new b"]])
  }

  @Test(arguments: StoreKind.allCases) func permanentIDsOfWhatTheParentHasAreTheParents(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let middle = child(of: root)
    let lowest = child(of: middle)
    let person = lowest.make("Person", ["name": "p"])
    try lowest.save()
    try middle.save()
    try lowest.obtainPermanentIDs(for: [person])
    let id = person.objectID
    #expect(!id.isTemporaryID)
    #expect(try root.all("Person").map(\.objectID) == [id])
    try root.save()
    #expect(try store.context().existingObject(with: id).text("name") == "p")
    #expect(try lowest.all("Person") == [person])
  }

  /// Four children ask for their objects while the root is being saved: nobody waits for ever, and nobody sees two.
  @Test(arguments: [StoreKind.sqlite, .memory]) func childrenAskWhileTheRootIsSaved(kind: StoreKind) async throws {
    let store = try TestStore(kind)
    let root = store.context()
    try await ManyContextsTests.onThreads(4, limit: 60) { number in
      let middle = NSManagedObjectContext(.privateQueue)
      middle.parent = root
      let lowest = NSManagedObjectContext(.privateQueue)
      lowest.parent = middle
      for round in 0..<25 {
        let name = "\(number) \(round)"
        let found = try lowest.performAndWait {
          let person = lowest.make("Person", ["name": name, "tags": Set([lowest.make("Tag", ["label": name])])])
          try lowest.save()
          try middle.performAndWait { try middle.save() }
          root.perform { try? root.save() }
          let tag = try #require(person.objects("tags").first)
          var isSame = true
          for _ in 0..<4 {
            let people = try lowest.all("Person", "name == %@", name)
            isSame = isSame && people.count == 1 && people[0] === person && person.objects("tags") == [tag]
            isSame = isSame && tag.objects("people") == [person]
          }
          return isSame
        }
        #expect(found, "\(name) was found as another object")
      }
    }
    try root.performAndWait { try root.save() }
    let last = store.context()
    #expect(try last.performAndWait { try last.all("Person").count } == 100)
  }

  // MARK: Retained objects

  @Test(arguments: StoreKind.allCases) func aParentRetainsWhatAChildHasInserted(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    root.retainsRegisteredObjects = true
    do {
      let child = child(of: root)
      _ = child.make("Tag", ["label": "t"])
      try child.save()
    }
    try root.save()
    #expect(root.registeredObjects.map { $0.text("label") } == ["t"])
  }

  @Test(arguments: StoreKind.allCases) func aMergedDeletionIsRetainedNoLonger(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let writer = store.context()
    let row = writer.make("Tag", ["label": "t"])
    try writer.save()
    let reader = store.context()
    reader.retainsRegisteredObjects = true
    weak let held = try reader.existingObject(with: row.objectID)
    #expect(held != nil)
    writer.delete(row)
    let log = NotificationLog(of: .NSManagedObjectContextDidSaveObjectIDs, from: writer)
    try writer.save()
    let info = try #require(log.userInfos.first)
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [reader])
    #expect(held == nil)
    #expect(throws: CocoaError.self) { try reader.existingObject(with: row.objectID) }
  }

  // MARK: Prefetching

  @Test(arguments: StoreKind.allCases) func aChildPrefetches(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let writer = store.context()
    for team in 0..<3 {
      let team = writer.make("Team", ["name": "\(team)"])
      for person in 0..<4 {
        let tags = (0..<2).map { writer.make("Tag", ["label": "\(team.text("name") ?? "") \(person) \($0)"]) }
        _ = writer.make("Person", ["name": "\(person)", "team": team, "tags": Set(tags)])
      }
    }
    try writer.save()
    let root = store.context()
    let child = child(of: child(of: root))
    let unsaved = child.make("Team", ["name": "unsaved"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
    request.relationshipKeyPathsForPrefetching = ["members.tags", "members.team"]
    let teams = try child.fetch(request)
    #expect(teams.count == 4)
    for team in teams where team !== unsaved {
      #expect(!team.hasFault(forRelationshipNamed: "members"))
      let members = team.objects("members")
      #expect(members.count == 4)
      #expect(members.allSatisfy { !$0.hasFault(forRelationshipNamed: "tags") && $0.rowBase != nil })
      #expect(members.allSatisfy { $0.object("team") === team && $0.objects("tags").count == 2 })
      #expect(members.allSatisfy { $0.objects("tags").allSatisfy { $0.rowBase != nil } })
    }
    let people = NSFetchRequest<NSManagedObject>(entityName: "Person")
    people.relationshipKeyPathsForPrefetching = ["team"]
    let other = self.child(of: store.context())
    #expect(try other.fetch(people).allSatisfy { $0.object("team")?.rowBase != nil })
    people.relationshipKeyPathsForPrefetching = ["team.nobody"]
    #expect(throws: CocoaError.self) { try other.fetch(people) }
  }
}
