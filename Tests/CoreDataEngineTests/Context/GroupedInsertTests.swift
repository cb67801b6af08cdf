import Foundation
import Testing

@testable import CoreDataEngine

/// Rows go into SQLite stores several at a time; nobody notices.
@Suite struct GroupedInsertTests {
  private func counts(_ store: TestStore) throws -> [Int] {
    let tags = try store.context().all("Tag")
    return [tags.count, Set(tags.map { $0.text("label") }).count, Set(tags.map(\.objectID)).count]
  }

  @Test(arguments: StoreKind.allCases, [[0], [8], [3, 5, 19]])
  func refusedObjectsAmongManyAreNamed(kind: StoreKind, places: [Int]) throws {
    let store = try TestStore(kind)
    let context = store.context()
    for place in places { _ = context.make("Tag", ["label": "taken \(place)"]) }
    try context.save()
    let tags = (0..<20).map { context.make("Tag", ["label": places.contains($0) ? "taken \($0)" : "\($0)"]) }
    let backend = try #require(store.coordinator.persistentStores.first?.objectStore)
    guard case .constraintConflicts(let violations) = try backend.save(ChangeSet(inserted: ContiguousArray(tags)))
    else {
      Issue.record("not refused")
      return
    }
    #expect(Set(violations.map(\.object)) == Set(places.map { tags[$0] }))
    #expect(violations.allSatisfy { $0.existing != nil })
    #expect(tags.allSatisfy { $0.touched?.permanentKey == 0 })
    #expect(try counts(store) == Array(repeating: places.count, count: 3))
    for place in places { tags[place].setValue("free \(place)", forKey: "label") }
    try context.save()
    #expect(try counts(store) == Array(repeating: 20 + places.count, count: 3))
    #expect(try counts(store.reopened()) == Array(repeating: 20 + places.count, count: 3))
  }

  /// Objects of several entities in turn, with relationships among them.
  @Test(arguments: StoreKind.allCases, [1, 20]) func everyObjectGetsItsOwnValues(
    kind: StoreKind, count: Int
  ) throws {
    let store = try TestStore(kind)
    let context = store.context()
    for index in 0..<count {
      let team = context.make("Team", ["name": "team \(index)"])
      for place in 0..<index % 11 {
        let name = String(repeating: "long enough to lie outside of a string's own bytes ", count: place)
        let person = context.make(
          place % 3 == 0 ? "Employee" : "Person",
          ["name": "\(name)\(index) \(place)", "age": place, "photo": Data(repeating: UInt8(place), count: place * 20)])
        person.setValue(team, forKey: "team")
      }
    }
    try context.save()
    let again = try store.reopened().context()
    let teams = try again.all("Team")
    #expect(teams.count == count)
    for team in teams {
      let name = try #require(team.text("name"))
      let index = try #require(Int(name.dropFirst(5)))
      #expect(team.objects("members").count == index % 11)
      for person in team.objects("members") {
        let place = try #require(person.number("age"))
        #expect(person.text("name")?.hasSuffix("\(index) \(place)") == true)
        #expect(person.entity.name == (place % 3 == 0 ? "Employee" : "Person"))
        #expect(person.value(forKey: "photo") as? Data == Data(repeating: UInt8(place), count: place * 20))
      }
    }
  }

  @Test(arguments: StoreKind.allCases, [0, 7, 19]) func aDuplicateInABatchIsNamed(
    kind: StoreKind, place: Int
  ) throws {
    let store = try TestStore(kind)
    let context = store.context()
    _ = context.make("Tag", ["label": "taken"])
    try context.save()
    let rows = (0..<20).map { ["label": $0 == place ? "taken" : "\($0)"] }
    let error = #expect(throws: NSError.self) {
      try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: rows))
    }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
    #expect(conflicts?.first?.databaseSnapshot?["label"] as? String == "taken")
    #expect(try counts(store) == [1, 1, 1])
  }

  @Test(arguments: StoreKind.allCases, [0, 8, 21]) func aHandlerIsAskedOnceForEachRowAndKeepsItsObjects(
    kind: StoreKind, count: Int
  ) throws {
    let store = try TestStore(kind)
    let context = store.context()
    var asked = 0
    var kept: [NSManagedObject] = []
    let request = NSBatchInsertRequest(entityName: "Person") { (object: NSManagedObject) -> Bool in
      defer { asked += 1 }
      if asked == count { return true }
      object.setValue("person \(asked), who has a long name", forKey: "name")
      if asked % 2 == 0 { object.setValue(asked, forKey: "age") }
      if asked % 5 == 0 { kept.append(object) }
      return false
    }
    request.resultType = .objectIDs
    let result = try #require(try context.execute(request) as? NSBatchInsertResult)
    #expect(asked == count + 1)
    #expect((result.result as? [NSManagedObjectID])?.count == count)
    #expect(
      kept.map { $0.text("name") } == stride(from: 0, to: count, by: 5).map { "person \($0), who has a long name" })
    let people = try context.all("Person")
    #expect(people.count == count)
    for person in people {
      let number = person.text("name")?.split(separator: ",").first?.dropFirst(7) ?? ""
      let index = try #require(Int(number))
      #expect(person.number("age") == (index % 2 == 0 ? index : nil))
    }
  }

  @Test(arguments: StoreKind.allCases) func anIDObtainedInAChildIsKept(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let parent = store.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    for _ in 0..<3 { _ = parent.make("Person", ["name": "first"]) }
    let ada = child.make("Person", ["name": "Ada"])
    try child.obtainPermanentIDs(for: [ada])
    let id = ada.objectID
    #expect(!id.isTemporaryID)
    try child.save()
    try parent.save()
    #expect(ada.objectID == id)
    let other = store.context()
    #expect(try other.existingObject(with: id).text("name") == "Ada")
    #expect(try other.all("Person").count == 4)
  }
}
