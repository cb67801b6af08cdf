import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataTool

@Suite struct ToolTests {
  @Test func readingVerbsOnAStore() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try place.makeStore()
    let before = try Data(contentsOf: store)
    #expect(place.run("inspect", store.path).output.contains("Person  ZPERSON        2"))
    #expect(
      place.run("dump", store.path, "Person", "--sort", "-age").output == """
        object     age  name   boss
        Person/p2  61   Grace
        Person/p1  36   Ada    Person/p2

        """)
    #expect(
      place.run("dump", store.path, "Person", "--where", "age > 40", "--format", "csv").output == """
        object,age,name,boss
        Person/p2,61,Grace,

        """)
    #expect(
      place.run("dump", store.path, "Person", "--limit", "1", "--sort", "name", "--json").output
        == "{\"object\": \"Person/p1\", \"age\": 36, \"name\": \"Ada\", \"boss\": \"Person/p2\"}\n")
    let query = place.run("query", store.path, "Person", "age > 40").output
    #expect(query.contains("FROM ZPERSON t0") && query.contains("?1 = 40") && query.contains("SCAN t0"))
    #expect(place.run("verify", store.path) == ToolPlace.Result(status: .success, output: "no problems\n", error: ""))
    #expect(try Data(contentsOf: store) == before)
  }

  @Test func repairMendsACopyAlone() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try place.makeStore()
    do {
      let connection = try Connection(.file(store.path))
      defer { connection.close() }
      try connection.execute("UPDATE ZPERSON SET ZBOSS = 99 WHERE Z_PK = 1; UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
    }
    let found = place.run("verify", store.path)
    #expect(found.status == .findings)
    #expect(found.output.contains("Person: Z_MAX is 0, and the highest key is 2 [repairable]"))
    #expect(found.output.contains("Person.boss: the object at the other end does not exist [repairable]"))
    let copy = place.folder.appendingPathComponent("Repaired.sqlite")
    #expect(place.run("repair", store.path, copy.path).status == .success)
    #expect(place.run("verify", copy.path).status == .success)
    #expect(place.run("verify", store.path).status == .findings)
  }

  @Test func storesMoveAsAWhole() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try place.makeStore()
    let copy = place.folder.appendingPathComponent("Copy.sqlite").path
    let moved = place.folder.appendingPathComponent("Moved.sqlite").path
    #expect(place.run("copy", store.path, copy).output == "copied People.sqlite to Copy.sqlite\n")
    #expect(place.run("copy", store.path, copy).status == .badInput)
    #expect(place.run("move", copy, moved).status == .success)
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(place.run("destroy", moved).status == .success)
    #expect(!FileManager.default.fileExists(atPath: moved))
  }

  @Test func modelsAreShownCheckedComparedAndConverted() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let model = try place.makeModel().path
    #expect(place.run("model", "show", model).output.contains("name   String, required, default “”"))
    #expect(place.run("model", "check", model).status == .success)
    let difference = place.run("model", "diff", model)
    #expect(difference.status == .findings)
    #expect(difference.output.contains("+ Person.email: String") && difference.output.contains("can be inferred"))
    let json = place.folder.appendingPathComponent("People.json").path
    let compiled = place.folder.appendingPathComponent("People.momd").path
    #expect(place.run("model", "convert", model, json).status == .success)
    #expect(place.run("model", "convert", json, compiled).status == .success)
    let source = try ModelFile(model).versions.map { $0.compiledForm().versionHashes() }
    #expect(try ModelFile(compiled).versions.map { $0.versionHashes() } == source)
    #expect(place.run("model", "diagram", model).output.contains("Person \"*\" -- \"1\" Person : boss / staff"))
    for format in ["dot", "svg"] {
      #expect(place.run("model", "diagram", model, "--format", format).status == .success)
    }
    #expect(place.run("generate", model).output.contains("class Person: NSManagedObject"))
    #expect(place.run("stack").output.contains("stack: "))
  }

  @Test(arguments: [
    ["inspect", "/nowhere.sqlite"], ["inspect"], ["inspect", "a", "b"], ["frobnicate"], ["dump", "x", "--limit", "-1"],
    ["model", "show", "/nowhere.momd"], ["stack", "--colour"], ["model", "show", "/"],
  ])
  func badInputIsOneLineAndStatusTwo(words: [String]) throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let result = place.run(words)
    #expect(result.status == .badInput)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("coredata: ") && result.error.filter { $0 == "\n" }.count == 1)
  }

  @Test func wrongPredicatesNameTheFault() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try place.makeStore().path
    #expect(place.run("dump", store, "Person", "--where", "age >").status == .badInput)
    #expect(place.run("query", store, "Person", "size > 1").error.contains("keypath size not found in entity Person"))
    #expect(place.run("query", store, "Nobody").error.contains("there is no entity Nobody"))
  }

  @Test func everyVerbHasHelp() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    for command in Tool.commands {
      let result = place.run(command.syntax.name.split(separator: " ").map(String.init) + ["--help"])
      #expect(result.status == .success && result.output.contains("usage: coredata \(command.syntax.name)"))
    }
  }
}
