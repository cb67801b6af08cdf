import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataTool

/// What `verify` finds in damaged stores, and what `repair` makes of them.
@Suite struct DamagedStoreTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var sql: String?
    /// What is done to the folder of external data.
    var change: (@Sendable (URL) throws -> Void)?
    let finding: String
    var isMended = true
  }

  static let damages = [
    Damage(
      testDescription: "key counter", sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Book'",
      finding: "Book: Z_MAX is 1, and the highest key is 4 [repairable]"),
    Damage(
      testDescription: "entity number", sql: "UPDATE ZBOOK SET Z_ENT = 77 WHERE Z_PK = 2",
      finding: "ZBOOK: rows whose Z_ENT is the number of no entity here", isMended: false),
    Damage(
      testDescription: "no entity number", sql: "UPDATE ZAUTHOR SET Z_ENT = NULL WHERE Z_PK = 1",
      finding: "ZAUTHOR: rows whose Z_ENT is the number of no entity here", isMended: false),
    Damage(
      testDescription: "parent", sql: "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Novelist'",
      finding: "Novelist: Z_SUPER is not the number of its parent [repairable]"),
    Damage(
      testDescription: "dangling to-one", sql: "UPDATE ZBOOK SET ZSHELF = 99 WHERE Z_PK < 3",
      finding: "Book.shelf: the object at the other end does not exist (2 times) [repairable]"),
    Damage(
      testDescription: "one-sided inverse", sql: "UPDATE ZPASSPORT SET ZOWNER = NULL WHERE Z_PK = 1",
      finding: "Author.passport: the inverse Passport.owner does not point back [repairable]"),
    Damage(
      testDescription: "crossed inverses", sql: "UPDATE ZPASSPORT SET ZOWNER = 3 WHERE Z_PK = 1",
      finding: "Author.passport: the inverse Passport.owner does not point back [repairable]"),
    Damage(
      testDescription: "join table", sql: "DELETE FROM ZBOOK WHERE Z_PK = 3",
      finding: "lead to objects that do not exist (2 times) [repairable]"),
    Damage(
      testDescription: "required value", sql: "UPDATE ZAUTHOR SET ZNAME = NULL WHERE Z_PK = 2",
      finding: "Author.name: the property is required and has no value", isMended: false),
    Damage(
      testDescription: "lost file", change: { try FileManager.default.removeItem(at: $0) },
      finding: "Author.photo: the file of external data is missing [repairable]"),
    Damage(
      testDescription: "unused file",
      change: { try Data([1]).write(to: $0.appendingPathComponent(UUID().uuidString)) },
      finding: "external data: files that no value names [repairable]"),
    Damage(
      testDescription: "index",
      sql: """
        CREATE INDEX extra ON ZBOOK (ZTITLE); PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = 'CREATE INDEX extra ON ZBOOK (ZTITLE DESC)' WHERE name = 'extra'
        """,
      finding: "index extra"),
  ]

  @Test(arguments: damages) func damageIsFoundAndMendedInACopy(_ damage: Damage) throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    #expect(place.run("verify", store.path).output == "no problems\n")
    if let sql = damage.sql {
      let connection = try Connection(.file(store.path))
      try connection.execute(sql)
      if try connection.journalMode == .wal { try connection.checkpoint(.truncate) }
      connection.close()
    }
    try damage.change?(Library.externalFolder(of: store))
    let before = try FolderPicture(place.folder)
    let found = place.run("verify", store.path)
    #expect(found.status == .findings)
    #expect(found.output.contains(damage.finding), "\(found.output)")
    let list = try JSONSerialization.jsonObject(with: Data(place.run("verify", store.path, "--json").output.utf8))
    #expect(((list as? [String: Any])?["problems"] as? [[String: Any]])?.isEmpty == false)
    #expect(try FolderPicture(place.folder) == before)

    let copy = place.folder.appendingPathComponent("Repaired.sqlite")
    let repaired = place.run("repair", store.path, copy.path)
    #expect(repaired.status == (damage.isMended ? .success : .findings), "\(repaired)")
    #expect(place.run("verify", copy.path).status == (damage.isMended ? .success : .findings))
    // Nothing but the copy is new, and the store is as it was.
    let after = try FolderPicture(place.folder).files
    #expect(after.filter { before.files[$0.key] != nil } == before.files)
    #expect(after.keys.filter { before.files[$0] == nil }.allSatisfy { $0.contains("Repaired") })
    #expect(place.run("repair", store.path, copy.path).status == .badInput)
  }

  /// Apple's framework reads rows with a wrong number where a table has one entity; so does a dump, under the right name.
  @Test func rowsWithAWrongNumberAreDumped() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    try place.execute("UPDATE ZSHELF SET Z_ENT = 1 WHERE Z_PK = 2", store)
    let lines = place.run("dump", store.path, "Shelf", "--sort", "label", "--format", "csv").output
    #expect(lines == "object,label\nShelf/p1,A\nShelf/p2,B\n")
  }

  /// Bytes of the file itself are wrong: told, never repaired in silence.
  @Test func aBrokenFileIsTold() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    let connection = try Connection(.file(store.path))
    let page = Int(try connection.scalar("SELECT rootpage FROM sqlite_master WHERE name = 'ZBOOK'") ?? 0)
    let size = Int(try connection.scalar("PRAGMA page_size") ?? 0)
    connection.close()
    var bytes = try Data(contentsOf: store)
    bytes.replaceSubrange((page - 1) * size..<(page - 1) * size + 200, with: Data(repeating: 0xff, count: 200))
    try bytes.write(to: store)
    let found = place.run("verify", store.path)
    #expect(found.status == .findings || found.status == .badInput)
    #expect(found.output.contains("file: ") || found.error.contains(store.path))
    let copy = place.folder.appendingPathComponent("Copy.sqlite")
    #expect(place.run("repair", store.path, copy.path).status != .success)
    #expect(try Data(contentsOf: store) == bytes)
  }
}
