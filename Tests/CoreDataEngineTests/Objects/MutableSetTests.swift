import CoreDataEngine
import Testing

@Suite struct MutableSetTests {
  private static func graph(_ kind: StoreKind) throws -> (TestStore, NSManagedObjectContext) {
    let store = try TestStore(kind, model: CasesModel.make { $0.members.isOrdered = true })
    return (store, store.context())
  }

  private static func names(_ objects: some Sequence) -> [String] {
    objects.compactMap { ($0 as? NSManagedObject)?.text("name") }
  }

  @Test(arguments: StoreKind.allCases) func aSetChangesBothSides(kind: StoreKind) throws {
    let (store, context) = try MutableSetTests.graph(kind)
    defer { withExtendedLifetime(store) {} }
    try context.performAndWait {
      let tag = context.make("Tag", ["label": "x"])
      let people = ["A", "B", "C", "D"].map { context.make("Person", ["name": $0]) }
      try context.save()
      let set = tag.mutableSetValue(forKey: "people")
      #expect(set.count == 0)
      set.add(people[0])
      set.addObjects(from: [people[1], people[2]])
      set.add(people[0])
      #expect(set.count == 3)
      #expect(people[0].objects("tags") == [tag])
      #expect(tag.hasChanges)
      #expect(set.contains(people[1]))
      #expect(!set.contains(people[3]))
      #expect(set.member(people[1]) as? NSManagedObject === people[1])
      #expect(MutableSetTests.names(set).sorted() == ["A", "B", "C"])
      #expect(MutableSetTests.names(set.allObjects).sorted() == ["A", "B", "C"])
      set.remove(people[1])
      set.remove(people[3])
      #expect(people[1].objects("tags").isEmpty)
      #expect(tag.objects("people") == [people[0], people[2]])
      // Changes made elsewhere are seen.
      people[3].setValue(NSSet(object: tag), forKey: "tags")
      #expect(set.count == 3)
      set.intersect([people[3], people[0]])
      #expect(tag.objects("people") == [people[3], people[0]])
      set.union([people[1]])
      set.minus([people[0]])
      #expect(tag.objects("people") == [people[3], people[1]])
      set.setSet([people[2]])
      #expect(tag.objects("people") == [people[2]])
      let copy = set.copy() as? Set<NSManagedObject>
      set.removeAllObjects()
      #expect(copy == [people[2]])
      #expect(tag.objects("people").isEmpty)
      #expect(people[2].objects("tags").isEmpty)
      set.add(people[0])
      for person in set { set.remove(person) }
      #expect(set.count == 0)
      let byPath = people[0].mutableSetValue(forKeyPath: "tags")
      byPath.add(tag)
      try context.save()
      let other = store.context()
      try other.performAndWait {
        let tag = try #require(try other.all("Tag").first)
        #expect(tag.objects("people").count == 1)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func anOrderedSetKeepsPlaces(kind: StoreKind) throws {
    let (store, context) = try MutableSetTests.graph(kind)
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      let people = ["A", "B", "C", "D"].map { context.make("Person", ["name": $0]) }
      team.setValue(people[0], forKey: "lead")
      let set = team.mutableOrderedSetValue(forKey: "members")
      set.addObjects(from: people)
      #expect(set.count == 4)
      #expect(people[1].object("team") === team)
      set.removeObject(at: 1)
      set.insert(people[1], at: 0)
      #expect(MutableSetTests.names(set) == ["B", "A", "C", "D"])
      #expect(MutableSetTests.names(set.array) == ["B", "A", "C", "D"])
      set.insert(people[1], at: 3)
      #expect(set.index(of: people[2]) == 2)
      set.exchangeObject(at: 0, withObjectAt: 3)
      #expect(MutableSetTests.names(set) == ["D", "A", "C", "B"])
      set.moveObjects(at: IndexSet(integer: 3), to: 0)
      #expect(MutableSetTests.names(set) == ["B", "D", "A", "C"])
      set.remove(people[3])
      #expect(people[3].object("team") == nil)
      set.replaceObject(at: 0, with: people[3])
      #expect(people[1].object("team") == nil)
      #expect((set[0] as? NSManagedObject) === people[3])
      try context.save()
      let path = people[0].mutableOrderedSetValue(forKeyPath: "leads.members")
      path.removeObject(at: 2)
      try context.save()
      let other = store.context()
      try other.performAndWait {
        let members = try #require(try other.all("Team").first?.value(forKey: "members") as? NSOrderedSet)
        #expect(MutableSetTests.names(members) == ["D", "A"])
      }
    }
  }

  @Test func theWrongKindOfRelationshipTraps() async {
    await #expect(processExitsWith: .failure) {
      let context = try TestStore(.memory).context()
      context.performAndWait { _ = context.make("Person", ["name": "A"]).mutableSetValue(forKey: "team") }
    }
  }

  /// D20.
  @Test func aLoopShowsTheLastChangeMadeThroughTheSet() throws {
    let (store, context) = try MutableSetTests.graph(.memory)
    defer { withExtendedLifetime(store) {} }
    context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      let people = ["A", "B", "C"].map { context.make("Person", ["name": $0]) }
      let set = team.mutableOrderedSetValue(forKey: "members")
      set.add(people[0])
      people[1].setValue(team, forKey: "team")
      #expect(set.count == 2)
      #expect(set[1] as? NSManagedObject === people[1])
      #expect(MutableSetTests.names(set) == ["A"])
      set.add(people[2])
      #expect(MutableSetTests.names(set) == ["A", "B", "C"])
    }
  }

  /// D19.
  @Test func aCastToASwiftSetIsEmpty() throws {
    let (store, context) = try MutableSetTests.graph(.memory)
    defer { withExtendedLifetime(store) {} }
    context.performAndWait {
      let tag = context.make("Tag", ["label": "x"])
      let set = tag.mutableSetValue(forKey: "people")
      set.add(context.make("Person", ["name": "A"]))
      let cast: NSSet = set
      #expect((cast as? Set<NSManagedObject>)?.isEmpty != false)
      #expect(Set(set.allObjects.compactMap { $0 as? NSManagedObject }).count == 1)
    }
  }
}
