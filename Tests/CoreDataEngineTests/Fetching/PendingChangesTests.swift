import CoreDataEngine
import Testing

@Suite struct PendingChangesTests {
  private func names(_ objects: [NSManagedObject]) -> [String] { objects.compactMap { $0.text("name") } }

  @Test(arguments: StoreKind.allCases) func C64_theWindowIsCutFromTheMergedList(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      for index in 0..<100 { _ = context.make("Person", ["name": "P\(index)", "age": index * 10]) }
      try context.save()
      let people = try context.all("Person", sortedBy: "age")
      for index in 0..<10 { _ = context.make("Person", ["name": "new\(index)", "age": 400 + index]) }
      for index in 60..<70 { people[index].setValue(index - 60 + 105, forKey: "age") }
      for index in 20..<30 { context.delete(people[index]) }
      let all = NSFetchRequest<NSManagedObject>(entityName: "Person")
      let merged = try context.fetch(all).sorted { ($0.number("age") ?? 0) < ($1.number("age") ?? 0) }
      #expect(merged.count == 100)
      for (limit, offset) in [(10, 20), (0, 95), (5, 0), (7, 98), (3, 200)] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        request.fetchLimit = limit
        request.fetchOffset = offset
        let from = min(offset, merged.count)
        let to = limit == 0 ? merged.count : min(merged.count, from + limit)
        #expect(names(try context.fetch(request)) == names(Array(merged[from..<to])), "limit \(limit) offset \(offset)")
        #expect(try context.count(for: request) == to - from)
        request.includesPendingChanges = false
        let saved = (0..<100).map { "P\($0)" }
        #expect(
          names(try context.fetch(request))
            == Array(
              saved[min(offset, 100)..<min(100, limit == 0 ? 100 : offset + limit, 100)].prefix(
                limit == 0 ? 100 : limit)) || offset >= 100)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func C60_aPathThroughNothingDropsNoRow(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      _ = context.make("Person", ["name": "with", "age": 1, "team": team])
      _ = context.make("Person", ["name": "without", "age": 3])
      try context.save()
      #expect(Set(names(try context.all("Person", "team.name == 'a' OR age == 3"))) == ["with", "without"])
      #expect(names(try context.all("Person", sortedBy: "team.name")) == ["without", "with"])
      #expect(names(try context.all("Person", "team.lead.nick == nil")).count == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func C53_comparingWithNil(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      _ = context.make("Person", ["name": "full", "nick": "x", "age": 3, "team": team])
      _ = context.make("Person", ["name": "empty"])
      let expected: [(String, [String])] = [
        ("nick == nil", ["empty"]), ("nick != nil", ["full"]), ("team == nil", ["empty"]), ("age < 5", ["full"]),
        ("age == nil", ["empty"]), ("age > 5 OR nick == nil", ["empty"]),
      ]
      for isSaved in [false, true] {
        if isSaved { try context.save() }
        for (format, wanted) in expected {
          #expect(names(try context.all("Person", format)) == wanted, "\(format), saved: \(isSaved)")
        }
        #expect(names(try context.all("Person", "nick == %@", nil)) == ["empty"])
      }
    }
  }
}
