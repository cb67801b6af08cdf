import CoreDataEngine
import Testing

/// C37: a relationship to an object of another context stops the program, before either side has changed, with a message that
/// names both objects and both contexts.
@Suite struct ForeignObjectCaseTests {
  /// Two contexts with a person in the one and a team in the other.
  private static func connect(
    sameStore: Bool, _ body: (_ person: NSManagedObject, _ team: NSManagedObject) throws -> Void
  ) throws {
    let store = try TestStore(.memory)
    let otherStore = sameStore ? store : try TestStore(.memory)
    let (mine, foreign) = (store.context(), otherStore.context())
    (mine.name, foreign.name) = ("mine", "foreign")
    let (person, team) = (mine.make("Person", ["name": "Ada"]), foreign.make("Team", ["name": "a"]))
    try mine.save()
    try foreign.save()
    try body(person, team)
    withExtendedLifetime((mine, foreign)) {}
  }

  private func expectMessage(_ result: ExitTest.Result?) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Illegal attempt to establish a relationship"), "\(text)")
    for word in ["mine", "foreign", "Person", "Team"] { #expect(text.contains(word), "\(text)") }
  }

  @Test func fromTheToOneSide() async throws {
    try expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ForeignObjectCaseTests.connect(sameStore: true) { $0.setValue($1, forKey: "team") }
      })
    try expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ForeignObjectCaseTests.connect(sameStore: false) { $0.setValue($1, forKey: "team") }
      })
  }

  @Test func fromTheToManySide() async throws {
    try expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ForeignObjectCaseTests.connect(sameStore: true) { $1.setValue(Set([$0]), forKey: "members") }
      })
    try expectMessage(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ForeignObjectCaseTests.connect(sameStore: true) { $1.mutableSetValue(forKey: "members").add($0) }
      })
  }

  @Test func toAnObjectWhoseDeletionWasSavedOrWhoseContextIsGone() async throws {
    await #expect(processExitsWith: .failure) {
      try ForeignObjectCaseTests.connect(sameStore: true) { person, team in
        let context = try #require(team.managedObjectContext)
        context.delete(team)
        try context.save()
        person.setValue(team, forKey: "team")
      }
    }
    await #expect(processExitsWith: .failure) {
      let store = try TestStore(.memory)
      let mine = store.context()
      var foreign: NSManagedObjectContext? = store.context()
      let team = try #require(foreign?.make("Team", ["name": "a"]))
      foreign = nil
      mine.make("Person", ["name": "Ada"]).setValue(team, forKey: "team")
    }
  }
}
