import Foundation
import Testing

@testable import CoreDataEngine

extension PredicateSQLTests {
  /// C60
  @Test func joinsToOnePathsWithoutLosingRows() throws {
    try check(
      "team.name == 'red' OR age == 40",
      sql: "LEFT OUTER JOIN ZTEAM t1 ON t0.ZTEAM = t1.Z_PK WHERE  (t1.ZNAME = ? OR t0.ZAGE = ?)",
      finds: [ann, bob, cid])
    try check("team.name == nil", finds: [cid, dee])
    try check("boss.team.name == 'red' AND boss.age == 20 AND boss.team.minAge == 30", finds: [bob, cid])
    try check("boss.team.name != 'x'", finds: [bob, cid])
    try check("age < team.minAge", finds: [ann])
  }

  /// C62
  @Test func comparesObjects() throws {
    try check("team == %@", store.id(red), sql: "WHERE  t0.ZTEAM = ?", finds: [ann, bob])
    try check("team == nil", finds: [cid, dee])
    try check("SELF == %@", store.id(bob), sql: "WHERE  t0.Z_PK = ?", finds: [bob])
    try check("SELF IN %@", [store.id(bob), store.id(dee)], finds: [bob, dee])
    try check("objectID == %@", store.id(ann), finds: [ann])
    try check("boss == %@", store.id(red), finds: [])
    let unsaved = NSManagedObjectID(key: -3, layout: store.layout("Team"), model: store.model, store: nil)
    try check("team == %@", unsaved, finds: [])
    try check("team IN %@", [store.id(red), unsaved], finds: [ann, bob])
    try check("team != %@", unsaved, finds: [ann, bob])
    try check("boss == SELF", finds: [])
    try check("entity == %@", store.layout("Employee").entity, finds: [cid])
  }

  /// C58
  @Test func asksForAnyAndAll() throws {
    try check(
      "ANY reports.age > 25",
      sql: "WHERE  EXISTS (SELECT 1 FROM ZPERSON t1 WHERE (t0.Z_PK = t1.ZBOSS AND t1.ZAGE > ?) )", finds: [ann])
    try check("ANY reports.nick == 'c_d' OR ANY tags.label == 'hot'", finds: [ann, cid])
    try check("ANY tags.label == 'odd'", finds: [ann])
    try check("NONE tags.label == 'odd'", finds: [bob, cid, dee])
    try check("ALL tags.label == 'hot'", finds: [bob, cid, dee])
    try check("ALL reports.nick != 'x'", finds: [bob, cid, dee])
    try check("ANY friends.age == 30", finds: [dee])
    try check("ANY boss.tags.label == 'hot'", finds: [bob, cid])
    try check("ANY reports.boss.name == 'Ann'", finds: [ann])
    try check("ANY tags.label IN {'odd', 'x'}", finds: [ann])
    try check("tags CONTAINS %@", store.id(store.nodes["Tag"]![0]), finds: [ann, cid])
    try check("%@ IN tags", store.id(store.nodes["Tag"]![1]), finds: [ann])
    try check("ANY tags == %@", store.id(store.nodes["Tag"]![1]), finds: [ann])
    try check("ANY reports.age > age", finds: [ann])
    try check("'hot' IN tags.label", finds: [ann, cid])
    #expect(try store.keys("Team", "ANY members.boss.age == 20") == [red.key])
  }

  /// C59
  @Test func countsSubqueries() throws {
    try check(
      "SUBQUERY(reports, $r, $r.age > 25 AND $r.nick != nil).@count == 1",
      sql:
        "WHERE  (SELECT COUNT(t1.Z_PK) FROM ZPERSON t1 WHERE (t0.Z_PK = t1.ZBOSS AND (t1.ZAGE > ? AND t1.ZNICK IS NOT NULL)) ) = ?",
      finds: [ann])
    try check("SUBQUERY(reports, $r, $r.age > 25).@count == 0", finds: [bob, cid, dee])
    try check("SUBQUERY(reports, $r, $r.age > age AND $r.team == team).@count == 1", finds: [ann])
    try check(
      "SUBQUERY(friends, $f, SUBQUERY($f.tags, $t, $t.label == 'hot' AND $f.age == 20).@count > 0).@count == 1",
      finds: [dee])
    try check("SUBQUERY(friends, $f, ANY $f.tags.label == 'odd').@count == 1", finds: [dee])
  }

  /// C63
  @Test func computesFiguresOfMembers() throws {
    try check(
      "reports.@count > 1", sql: "WHERE  (SELECT COUNT(t1.Z_PK) FROM ZPERSON t1 WHERE (t0.Z_PK = t1.ZBOSS) ) > ?",
      finds: [ann])
    try check(
      "tags.@count == 2",
      sql: "WHERE  (SELECT COUNT(t1.Z_3TAGS) FROM Z_1TAGS t1 WHERE (t0.Z_PK = t1.Z_1PEOPLE) ) = ?", finds: [ann])
    try check("reports.@sum.age == 70", finds: [ann])
    try check("reports.@sum.age == 0", finds: [bob, cid, dee])
    try check("reports.@avg.age == 35", finds: [ann])
    try check("reports.@max.age == nil", finds: [bob, cid, dee])
    try check("min:(reports.age) == 30", finds: [ann])
    try check("count:(tags) == 1", finds: [cid])
    try check("max:({age, 25}) == 25", finds: [ann, dee])
    try check("TERNARY(age > 25, 'old', 'young') == 'young'", finds: [ann, dee])
  }

  @Test(arguments: [
    ("pid == 3", "keypath pid not found in entity Person"),
    ("team.pid == 3", "keypath team.pid not found in entity Person"),
    ("name.length == 3", "keypath name.length not found in entity Person"),
    ("hidden == 'x'", "keypath hidden not found in entity Person"),
    ("level == 3", "keypath level not found in entity Person"),
    ("SUBQUERY(tags, $t, $t.pid == 3).@count == 1", "keypath pid not found in entity Tag"),
    ("tags == nil", "to-many key not allowed here"),
    ("reports.name == 'x'", "to-many key not allowed here"),
    ("ANY reports.tags.label == 'x'", "multiple to-many keys not allowed here"),
    ("extra == 1 AND pid == 3", "keypath pid not found in entity Person"),
  ])
  func refuses(format: String, reason: String) throws {
    let error = #expect(throws: NSError.self) { try store.keys("Person", format) }
    #expect(error?.code == NSCoreDataError)
    #expect(error?.localizedDescription == reason)
  }

  @Test(arguments: [
    "born == 'yesterday'", "age == 'x'", "name == 3", "name > 3", "born > 3", "age CONTAINS 'x'", "name IN {1, 2}",
    "team == 'red'", "token == 'x'", "name == age", "born == age",
  ])
  func refusesValuesOfAnotherType(format: String) throws {
    #expect(throws: NSError.self) { try store.keys("Person", format) }
  }

  /// C68
  @Test func keepsToTheEntity() throws {
    try #expect(store.keys("Employee", "age > 0") == [cid.key])
    var query = try store.query("Person", "age > 0")
    query.includesSubentities = false
    #expect(try store.runner.keys(query).map(\.key).sorted() == [ann.key, bob.key])
    #expect(
      try store.runner.keys(store.query("Person")).map { store.model.layouts[$0.entityIndex].name }.sorted() == [
        "Employee", "Person", "Person", "Person",
      ])
    #expect(try store.text("Employee", "level == 3").contains("t0.Z_ENT ="))
  }

  @Test func splitsOffWhatSQLCannotSay() throws {
    var query = try store.query("Person", "age > 25 AND median:(reports.age) == 3 AND name != nil")
    query.limit = 3
    let split = try store.planner.split(query)
    #expect(split.stored.predicate?.format == "age > 25 AND name != nil")
    #expect(split.predicate?.format.contains("median") == true)
    #expect(split.stored.limit == 0)
    #expect(try store.runner.count(split.stored) == 2)
    #expect(throws: NSError.self) { try store.runner.keys(query) }
    #expect(try store.planner.split(store.query("Person", "age > 25")).isWhole)
    #expect(throws: NSError.self) {
      try store.planner.split(store.query("Person", "median:(reports.pid) == 3"))
    }
  }

  @Test func refusesBlocks() throws {
    var query = RowQuery(store.layout("Person"))
    query.predicate = .opaque(NSPredicate { _, _ in true })
    #expect(throws: NSError.self) { try store.runner.keys(query) }
  }
}
