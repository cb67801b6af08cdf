import CoreDataEngine
import Testing

@Suite struct RelationshipTests {
  @Test(arguments: StoreKind.allCases) func C45_theInverseIsKept(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let red = context.make("Team", ["name": "Red"])
      let blue = context.make("Team", ["name": "Blue"])
      let people = (0..<4).map { (index: Int) in context.make("Person", ["name": "P\(index)", "age": index]) }
      people[0].setValue(red, forKey: "team")
      #expect(red.objects("members") == [people[0]])
      red.setValue(Set(people[0...2]) as NSSet, forKey: "members")
      #expect(people.map { $0.object("team") } == [red, red, red, nil])
      people[1].setValue(blue, forKey: "team")
      #expect(red.objects("members") == [people[0], people[2]])
      #expect(blue.objects("members") == [people[1]])
      try context.save()
    }
    let other = try store.reopened().context()
    try other.performAndWait {
      let people = try other.all("Person", sortedBy: "age")
      let teams = try other.all("Team", sortedBy: "name")
      #expect(people.map { $0.object("team")?.text("name") } == ["Red", "Blue", "Red", nil])
      // On faults: the set has not been read when the to-one side changes.
      people[0].setValue(teams[0], forKey: "team")
      #expect(teams[1].objects("members") == [people[2]])
      #expect(teams[0].objects("members") == [people[0], people[1]])
      teams[1].setValue(NSSet(), forKey: "members")
      #expect(people[2].object("team") == nil)
      try other.save()
      #expect(try other.all("Person", "team == nil").count == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func C46_manyToMany(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let red = context.make("Tag", ["label": "red"])
      let blue = context.make("Tag", ["label": "blue"])
      let first = context.make("Person", ["name": "1", "tags": Set([red, blue]) as NSSet])
      _ = context.make("Person", ["name": "2", "tags": Set([red, blue]) as NSSet])
      #expect(red.objects("people").count == 2)
      try context.save()
      first.setValue(NSSet(), forKey: "tags")
      try context.save()
    }
    let other = store.context()
    try other.performAndWait {
      let people = try other.all("Person", sortedBy: "name")
      #expect(people[0].objects("tags").isEmpty)
      #expect(Set(people[1].objects("tags").compactMap { $0.text("label") }) == ["red", "blue"])
      let red = try #require(try other.all("Tag", "label == 'red'").first)
      #expect(red.objects("people") == [people[1]])
      other.delete(red)
      try other.save()
      #expect(people[1].objects("tags").compactMap { $0.text("label") } == ["blue"])
    }
    let third = store.context()
    try third.performAndWait {
      let people = try third.all("Person", sortedBy: "name")
      #expect(people[1].objects("tags").compactMap { $0.text("label") } == ["blue"])
      #expect(try third.all("Person", "ANY tags.label == 'blue'") == [people[1]])
    }
  }

  @Test(arguments: StoreKind.allCases) func C47_oneToOne(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let person = context.make("Person", ["name": "Ada"])
      let one = context.make("Team", ["name": "1", "lead": person])
      let two = context.make("Team", ["name": "2"])
      #expect(person.object("leads") === one)
      try context.save()
      two.setValue(person, forKey: "lead")
      #expect(one.object("lead") == nil)
      #expect(person.object("leads") === two)
      try context.save()
      person.setValue(nil, forKey: "leads")
      #expect(two.object("lead") == nil)
      person.setValue(two, forKey: "leads")
      try context.save()
    }
    let other = try store.reopened().context()
    try other.performAndWait {
      let person = try #require(try other.all("Person").first)
      #expect(person.object("leads")?.text("name") == "2")
      #expect(try other.all("Team", "lead == %@", person).count == 1)
    }
  }

  private static func orderedModel() -> NSManagedObjectModel {
    CasesModel.make { parts in
      parts.members.isOrdered = true
      parts.personTags.isOrdered = true
    }
  }

  @Test(arguments: StoreKind.allCases) func C49_orderedRelationships(kind: StoreKind) throws {
    var store = try TestStore(kind, model: RelationshipTests.orderedModel())
    let context = store.context()
    var expected: [String] = []
    func names(_ team: NSManagedObject, _ key: String = "members") -> [String] {
      (team.value(forKey: key) as? NSOrderedSet)?.compactMap { ($0 as? NSManagedObject)?.text("name") } ?? []
    }
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      let people = (0..<100).map { context.make("Person", ["name": "P\($0)"]) }
      team.setValue(NSOrderedSet(array: people), forKey: "members")
      try context.save()
      var order = people
      order.insert(order.remove(at: 99), at: 5)
      order.insert(context.make("Person", ["name": "new"]), at: 0)
      order.remove(at: 50)
      team.setValue(NSOrderedSet(array: order), forKey: "members")
      expected = order.compactMap { $0.text("name") }
      #expect(names(team) == expected)
      try context.save()
      #expect(names(team) == expected)
    }
    store = try store.reopened()
    let other = store.context()
    try other.performAndWait {
      let team = try #require(try other.all("Team").first)
      #expect(names(team) == expected)
      let late = other.make("Person", ["name": "late", "team": team])
      #expect(names(team) == expected + ["late"])
      let tags = (0..<5).map { other.make("Tag", ["label": "T\($0)"]) }
      late.setValue(NSOrderedSet(array: [tags[3], tags[0], tags[4]]), forKey: "tags")
      try other.save()
    }
    store = try store.reopened()
    let third = store.context()
    try third.performAndWait {
      let team = try #require(try third.all("Team").first)
      #expect(names(team) == expected + ["late"])
      let late = try #require(try third.all("Person", "name == 'late'").first)
      let labels = (late.value(forKey: "tags") as? NSOrderedSet)?.compactMap { ($0 as? NSManagedObject)?.text("label") }
      #expect(labels == ["T3", "T0", "T4"])
    }
  }

  @Test(arguments: StoreKind.allCases) func C48_withoutInverse(kind: StoreKind) throws {
    let model = CasesModel.make { parts in
      let friend = NSRelationshipDescription()
      friend.name = "friend"
      friend.destinationEntity = parts.person
      friend.maxCount = 1
      let places = NSRelationshipDescription()
      places.name = "places"
      places.destinationEntity = parts.tag
      parts.extraPersonProperties = [friend, places]
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    try context.performAndWait {
      let a = context.make("Person", ["name": "a"])
      let b = context.make("Person", ["name": "b", "friend": a])
      b.setValue(
        Set([context.make("Tag", ["label": "1"]), context.make("Tag", ["label": "2"])]) as NSSet, forKey: "places")
      try context.save()
    }
    let other = store.context()
    try other.performAndWait {
      let people = try other.all("Person", sortedBy: "name")
      #expect(people[1].object("friend") === people[0])
      #expect(people[1].objects("places").count == 2)
      other.delete(people[0])
      try other.save()
    }
    let third = store.context()
    try third.performAndWait {
      let b = try #require(try third.all("Person").first)
      #expect(b.object("friend").map { $0.text("name") == nil } ?? true)
    }
  }

  @Test(arguments: StoreKind.allCases) func C68_inheritance(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      _ = context.make("Person", ["name": "p", "age": 1, "team": team])
      _ = context.make("Employee", ["name": "e", "age": 1, "badge": 7, "team": team])
      _ = context.make("Contractor", ["name": "c", "age": 2, "team": team])
      try context.save()
    }
    let other = store.context()
    try other.performAndWait {
      #expect(try other.all("Person").count == 3)
      #expect(try other.all("Employee").compactMap { $0.number("badge") } == [7])
      #expect(try other.all("Employee", "age == 1").count == 1)
      #expect(try other.all("Employee", "age == 2").isEmpty)
      let exact = NSFetchRequest<NSManagedObject>(entityName: "Person")
      exact.includesSubentities = false
      #expect(try other.fetch(exact).compactMap { $0.text("name") } == ["p"])
      #expect(try other.count(for: exact) == 1)
      let team = try #require(try other.all("Team").first)
      #expect(Set(team.objects("members").map { $0.entity.name ?? "" }) == ["Person", "Employee", "Contractor"])
      #expect(try other.all("Team", "members.@count == 3").count == 1)
    }
  }
}
