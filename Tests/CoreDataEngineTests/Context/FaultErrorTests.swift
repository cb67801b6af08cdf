import CoreDataSQLite
import Testing

@testable import CoreDataEngine

/// D42: what a fault cannot read is nil, and nothing can be saved before that is known.
@Suite struct FaultErrorTests {
  private func store(_ sql: String) throws -> TestStore {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let team = context.make("Team", ["name": "t"])
    _ = context.make("Person", ["name": "p", "team": team])
    try context.save()
    let connection = try Connection(.file(try #require(store.url).path))
    try connection.execute(sql)
    connection.close()
    store.coordinator.persistentStores.forEach { $0.objectStore.cache.removeAll() }
    return store
  }

  @Test func aDamagedRowReadsAsNilAndStopsTheSave() throws {
    let store = try store("UPDATE ZTEAM SET ZNAME = x'00'")
    let context = store.context()
    let person = try #require(try context.all("Person").first)
    let team = try #require(person.object("team"))
    #expect(team.text("name") == nil)
    #expect(!team.isDeleted && !context.hasChanges)
    let reason = try #require(context.faultErrors[team.objectID])
    #expect((reason.userInfo[NSUnderlyingErrorKey] as? NSError)?.userInfo["property"] as? String == "name")
    person.setValue("changed", forKey: "name")
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSCoreDataError)
    // Repaired and read anew, it is as if nothing had been.
    let connection = try Connection(.file(try #require(store.url).path))
    try connection.execute("UPDATE ZTEAM SET ZNAME = 'whole'")
    connection.close()
    context.refresh(team, mergeChanges: true)
    #expect(team.text("name") == "whole")
    #expect(context.faultErrors.isEmpty)
    try context.save()
  }

  @Test func aRelationshipToDamagedRowsReadsAsEmpty() throws {
    let store = try store("UPDATE ZPERSON SET Z_ENT = 77")
    let context = store.context()
    let team = try #require(try context.all("Team").first)
    #expect(team.objects("members").isEmpty)
    #expect(context.faultErrors[team.objectID]?.userInfo[NSValidationKeyErrorKey] as? String == "members")
    team.setValue("changed", forKey: "name")
    #expect(throws: NSError.self) { try context.save() }
    context.reset()
    #expect(context.faultErrors.isEmpty)
  }
}
