import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Rows that another program has written.
@Suite struct ForeignContentTests {
  private func store(changedBy sql: String) throws -> TestStore {
    let store = try TestStore(.sqlite)
    let context = store.context()
    _ = context.make("Person", ["name": "p", "age": 1])
    try context.save()
    let connection = try Connection(.file(try #require(store.url).path))
    try connection.execute(sql)
    return store
  }

  @Test(
    arguments: [
      ("age", "'text'"), ("age", "x'00'"), ("age", "1.5"), ("age", "5000000000"), ("score", "'text'"),
      ("born", "'text'"),
      ("name", "x'00'"), ("photo", "'text'"), ("balance", "'text'"), ("balance", "'12x'"), ("team", "'text'"),
      ("team", "-1"),
    ])
  func misfitsAreErrorsThatNameThePlace(_ property: String, _ value: String) throws {
    let store = try store(changedBy: "UPDATE ZPERSON SET Z\(property.uppercased()) = \(value)")
    let error = #expect(throws: NSError.self) { try store.context().all("Person") }
    #expect(error?.userInfo["entity"] as? String == "Person")
    #expect(error?.userInfo["property"] as? String == property)
    #expect(error?.userInfo["key"] as? Int64 == 1)
  }

  @Test func rowsWithoutAnEntityAreNotThere() throws {
    let store = try store(changedBy: "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (9, NULL, 1, 'none')")
    #expect(try store.context().all("Person").count == 1)
  }

  @Test func unknownEntityIsNamed() throws {
    let store = try store(changedBy: "UPDATE ZPERSON SET Z_ENT = 77")
    let backend = try #require(store.coordinator.persistentStores.first?.objectStore as? SQLiteStore)
    let person = try #require(store.model.entitiesByName["Person"]?.layout)
    let error = #expect(throws: NSError.self) { try backend.row(of: 1, in: person) }
    #expect(error?.localizedFailureReason?.contains("77") == true)
  }

  @Test func wholeNumbersMayBeOfAnyType() throws {
    let store = try store(changedBy: "UPDATE ZPERSON SET ZSCORE = 3, ZBORN = 4, ZBALANCE = 5, ZTEAM = 0")
    let context = store.context()
    let person = try #require(try context.all("Person").first)
    #expect(person.number("score") == 3)
    #expect((person.value(forKey: "born") as? Date)?.timeIntervalSinceReferenceDate == 4)
    #expect(person.object("team") == nil)
  }
}
