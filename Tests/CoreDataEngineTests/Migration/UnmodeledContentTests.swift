@testable import CoreDataEngine
import CoreDataSQLite
import Testing

/// What the model of a store knows nothing of: it stays, or the migration is refused.
@Suite struct UnmodeledContentTests {
  private func filled(_ text: String, _ sql: [String], _ fill: (NSManagedObjectContext) throws -> Void) throws
    -> MigrationFixture
  {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(text), fill)
    let connection = try fixture.connection()
    defer { connection.close() }
    for statement in sql { try connection.execute(statement) }
    return fixture
  }

  private func column(_ fixture: MigrationFixture, _ sql: String) throws -> [String?] {
    let connection = try fixture.connection()
    defer { connection.close() }
    let rows = try connection.prepare(sql)
    var values: [String?] = []
    while try rows.step() { values.append(rows.string(0)) }
    return values
  }

  // MARK: Rows

  static let stray = "P.a Int32\nBase.x String\nBase abstract\nC:Base\nD:Base\nQ.b String"

  /// D101: rebuilt, dropped, altered with rows that go away, and with other numbers.
  @Test(arguments: [
    stray.replacing("P.a Int32", with: "P.a Double"), stray.replacing("P.a Int32\n", with: ""),
    stray + "\nAa.y String",
  ])
  func rowsOfNoEntityStopIt(_ newer: String) throws {
    for number in ["NULL", "99", "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Base')"] {
      let fixture = try filled(
        Self.stray, ["UPDATE ZP SET Z_ENT = \(number) WHERE ZA > 1", "UPDATE ZP SET Z_ENT = 98 WHERE ZA = 3"]
      ) { context throws in
        for value in 1...3 { _ = context.make("P", ["a": value]) }
      }
      let before = try fixture.schema()
      let error = try #require(fixture.error(opening: ModelText.model(newer)))
      #expect(error.code == NSMigrationError)
      let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
      #expect(cause.userInfo["table"] as? String == "ZP")
      #expect(cause.userInfo["count"] as? Int == 2)
      #expect((cause.userInfo["rows"] as? [Int])?.count == 2)
      #expect((cause.userInfo["detail"] as? String)?.contains("98") == true)
      #expect(try fixture.schema() == before)
      #expect(try column(fixture, "SELECT count(*) FROM ZP") == ["3"])
    }
  }

  @Test func rowsOfAnAbstractEntityStopIt() throws {
    let fixture = try filled(
      Self.stray,
      ["UPDATE ZBASE SET Z_ENT = (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Base') WHERE ZX = 'c'"]
    ) { context throws in
      _ = context.make("C", ["x": "c"])
      _ = context.make("D", ["x": "d"])
    }
    let newer = ModelText.model(Self.stray.replacing("D:Base\n", with: ""))
    let error = try #require(fixture.error(opening: newer))
    #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.userInfo["table"] as? String == "ZBASE")
    #expect(try column(fixture, "SELECT ZX FROM ZBASE ORDER BY ZX") == ["c", "d"])
  }

  /// D101: where no row is touched they stay, and no row is looked at.
  @Test func rowsThatAreNotTouchedStay() throws {
    let fixture = try filled(Self.stray, ["UPDATE ZP SET Z_ENT = NULL WHERE ZA = 2"]) { context throws in
      for value in 1...2 { _ = context.make("P", ["a": value]) }
    }
    try fixture.open(ModelText.model(Self.stray + "\nP.more String")) { context throws in
      #expect(try context.all("P").count == 1)
    }
    #expect(try column(fixture, "SELECT ZA FROM ZP ORDER BY ZA") == ["1", "2"])
  }

  // MARK: Columns

  @Test func columnsOfSeveralTablesComeTogether() throws {
    let fixture = try filled(
      "A.x String\nB.y String",
      [
        "ALTER TABLE ZA ADD COLUMN OURS VARCHAR", "ALTER TABLE ZB ADD COLUMN ours VARCHAR",
        "ALTER TABLE ZB ADD COLUMN MORE VARCHAR", "UPDATE ZA SET OURS = 'of a'",
        "UPDATE ZB SET ours = 'of b', MORE = 'more of b'",
      ]
    ) { context throws in
      _ = context.make("A", ["x": "a"])
      _ = context.make("B", ["y": "b"])
    }
    try fixture.open(ModelText.model("Base.z String\nA:Base\nA.x String\nB:Base\nB.y String")) { context throws in
      #expect(try context.all("Base").count == 2)
    }
    #expect(try column(fixture, "SELECT OURS FROM ZBASE ORDER BY OURS") == ["of a", "of b"])
    #expect(try column(fixture, "SELECT MORE FROM ZBASE ORDER BY OURS") == [nil, "more of b"])
  }

  @Test func columnsOfAJoinTableStay() throws {
    let text = "P.a String\nP.tags ->> T.people\nT.b String\nT.people ->> P.tags"
    let fixture = try filled(text, []) { context throws in
      let tags = (0..<3).map { context.make("T", ["b": "t\($0)"]) }
      for number in 0..<2 { context.make("P", ["a": "p\(number)"]).setValue(Set(tags), forKey: "tags") }
    }
    let name = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*'"
    let table = try #require(try column(fixture, name).first ?? nil)
    let connection = try fixture.connection()
    try connection.execute("ALTER TABLE \(table) ADD COLUMN NOTE VARCHAR; UPDATE \(table) SET NOTE = 'n' || rowid")
    connection.close()
    try fixture.open(ModelText.model(text.replacing("P.tags ->> T.people", with: "P.tags ->> T.people ordered"))) {
      context throws in
      #expect(try context.all("P").allSatisfy { ($0.value(forKey: "tags") as? NSOrderedSet)?.count == 3 })
    }
    let after = try #require(try column(fixture, name).first ?? nil)
    #expect(try column(fixture, "SELECT NOTE FROM \(after) ORDER BY NOTE") == (1...6).map { "n\($0)" })
  }

  // MARK: Indexes and triggers

  @Test func whatCannotBeMadeAgainIsTold() throws {
    let fixture = try filled(
      "P.a String\nP.b String", ["CREATE INDEX MINE ON ZP (ZB)", "CREATE INDEX KEPT ON ZP (ZA)"]
    ) { _ = $0.make("P", ["a": "x"]) }
    var migration = try StoreMigration(
      url: fixture.url, options: MigrationFixture.inferring, model: ModelText.model("P.a String"), configuration: nil)
    var warnings: [String] = []
    migration.warn = { warnings.append($0) }
    try migration.migrateIfNeeded()
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("MINE") == true && warnings.first?.contains("KEPT") == false)
    #expect(warnings.first?.contains(fixture.url.path) == true)
  }
}
