@testable import CoreDataEngine
import CoreDataSQLite
import Testing

/// A migrated store has every value and every relationship of one that was filled in the new model by hand.
@Suite struct FilledByHandTests {
  static let older = MigrationKillTests.older
  static let relinked = MigrationKillTests.relinked.replacing(
    "Tag.people ->> Person.tags", with: "Tag.people ->> Person.tags ordered")
  static let parent =
    older.replacing("Person.name String", with: "Being.name String required")
    .replacing("Person.age Int32", with: "Person.years Int64 was:age") + "\nBeing abstract\nPerson:Being\nRobot:Being"
  static let chain = [
    older, older.replacing("Person.age Int32\n", with: "") + "\nTeam.size Int32 =7",
    older.replacing("Int32", with: "Date") + "\nTeam.size Double =7",
  ]
  static let stages = [
    older, MigrationKillTests.column, MigrationKillTests.column + "\nPerson.nick String",
    MigrationKillTests.column + "\nPerson.nick String\nTeam.size Int16 =3",
  ]

  static let ways = StoreKind.lasting.flatMap { kind in
    [
      MigrationWay(testDescription: "column, \(kind)", store: kind, versions: [older, MigrationKillTests.column]),
      MigrationWay(testDescription: "type, \(kind)", store: kind, versions: [older, MigrationKillTests.wider]),
      MigrationWay(testDescription: "links and files, \(kind)", store: kind, versions: [older, relinked]),
      MigrationWay(
        testDescription: "files moved out, \(kind)", store: kind,
        versions: [relinked, relinked.replacing("photo Data", with: "photo Data external")]),
      MigrationWay(testDescription: "parent and names, \(kind)", store: kind, versions: [older, parent]),
      MigrationWay(
        testDescription: "mapped, \(kind)", kind: .mapped, store: kind, versions: [older, MigrationKillTests.wider]),
      MigrationWay(
        testDescription: "mapped with a column, \(kind)", kind: .mapped, store: kind,
        versions: [older, MigrationKillTests.column]),
      MigrationWay(testDescription: "staged, \(kind)", kind: .staged, store: kind, versions: stages),
      MigrationWay(testDescription: "through versions, \(kind)", store: kind, versions: chain),
    ]
  }

  @Test(arguments: ways) func theResultIsThatOfAStoreFilledByHand(_ way: MigrationWay) throws {
    let folder = try TemporaryFolder()
    let models = try way.models(in: folder)
    let newest = models[models.count - 1]
    let migrated = folder.url.appendingPathComponent("migrated.\(way.store.rawValue)")
    let byHand = folder.url.appendingPathComponent("byHand.\(way.store.rawValue)")
    try MigrationWay.open(migrated, way.store, models[0], options: nil) { try fill($0, models[0]) }
    try way.migrate(migrated, models) { context throws in try rename(context) }
    try MigrationWay.open(byHand, way.store, newest, options: nil) { context throws in
      try fill(context, newest)
      if case .staged = way.kind {
        try context.save()
        try rename(context)
      }
    }
    let portraits = try [migrated, byHand].map { url in
      try MigrationWay.open(url, way.store, newest, options: nil) { try GraphPortrait.of($0, newest) }
    }
    #expect(portraits[0].count > 60)
    #expect(portraits[0] == portraits[1])
    if way.store == .sqlite { #expect(try tables(migrated) == tables(byHand)) }
  }

  /// What the code of a stage does.
  private func rename(_ context: NSManagedObjectContext) throws {
    for person in try context.all("Person") { person.setValue(person.text("name")?.uppercased(), forKey: "nick") }
  }

  /// The same graph in every version, as far as it has the properties.
  private func fill(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws {
    let teams = (0..<6).map { context.make("Team", ["name": "t\($0)"]) }
    let tags = (0..<5).map { context.make("Tag", ["name": "g\($0)"]) }
    let people = (0..<60).map { number in
      let person = context.make("Person", ["name": "p\(number)"])
      let age = ["age", "years"].first {
        person.entity.attributesByName[$0].map { $0.attributeType != .dateAttributeType } ?? false
      }
      if let age, number % 7 != 3 { person.setValue(number * 1_000, forKey: age) }
      // The first is large enough for a file of its own; some have none.
      if number % 4 != 1 {
        person.setValue(Data(repeating: UInt8(number), count: number == 0 ? 150_000 : number), forKey: "photo")
      }
      return person
    }
    // In another order than that in which they are made.
    for (number, team) in teams.enumerated() {
      let members = (0..<60).filter { $0 % 6 == number && $0 % 11 != 5 }.map { people[$0 * 7 % 60] }
      let others = members.filter {
        $0.entity.relationshipsByName["team"]?.isToMany == true || $0.object("team") == nil
      }
      team.setValue(NSOrderedSet(array: others), forKey: "members")
    }
    for (number, person) in people.enumerated() where number % 9 != 2 {
      let chosen = [tags[number % 5], tags[(number * 3 + 1) % 5]]
      let key = "tags"
      guard let relationship = person.entity.relationshipsByName[key] else { continue }
      person.setValue(relationship.isOrdered ? NSOrderedSet(array: chosen) : NSSet(array: chosen), forKey: key)
    }
    // An order that did not exist before follows the keys.
    for tag in tags where tag.entity.relationshipsByName["people"]?.isOrdered == true {
      let list = people.filter { $0.objects("tags").contains(tag) }
      tag.setValue(NSOrderedSet(array: list), forKey: "people")
    }
  }

  /// The tables with their columns and the entities with their numbers, whatever the order of columns.
  private func tables(_ url: URL) throws -> [String] {
    let connection = try Connection(.file(url.path), options: Connection.OpenOptions(readOnly: true))
    defer { connection.close() }
    let rows = try connection.prepare(
      """
      SELECT m.name || '.' || p.name || ' ' || p.type || p.pk FROM sqlite_master m JOIN pragma_table_info(m.name) p
        WHERE m.type = 'table' UNION ALL SELECT name FROM sqlite_master WHERE type <> 'table'
        UNION ALL SELECT Z_ENT || ' ' || Z_NAME || ' ' || Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1
      """)
    var all: [String] = []
    while try rows.step() { all.append(rows.string(0) ?? "") }
    return all
  }
}
