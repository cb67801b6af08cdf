import CoreDataFoundation
import Testing

@testable import CoreDataEngine

@Suite struct DerivedAttributeTests {
  @Test func countsAreKeptByTriggers() throws {
    let count = NSDerivedAttributeDescription()
    count.name = "memberCount"
    count.attributeType = .integer64AttributeType
    count.derivationExpression = NSExpression(format: "members.@count")
    let model = CasesModel.make()
    let team = try #require(model.entitiesByName["Team"])
    team.properties += [count]
    let store = try TestStore(.sqlite, model: model)
    let context = store.context()
    let (red, blue) = (context.make("Team", ["name": "red"]), context.make("Team", ["name": "blue"]))
    let people = (0..<3).map { context.make("Person", ["name": "\($0)"]) }
    for person in people { person.setValue(red, forKey: "team") }
    try context.save()
    func counts() throws -> [Int?] {
      let reading = store.context()
      store.coordinator.persistentStores.forEach { $0.objectStore.cache.removeAll() }
      return try reading.all("Team", sortedBy: "name").map { $0.number("memberCount") }
    }
    #expect(try counts() == [0, 3])
    people[0].setValue(blue, forKey: "team")
    context.delete(people[1])
    try context.save()
    #expect(try counts() == [1, 1])
  }
}
