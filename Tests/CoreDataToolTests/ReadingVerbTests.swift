import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataTool

/// Verbs that read leave the folder of a store byte for byte as it was.
@Suite struct ReadingVerbTests {
  private func read(_ store: URL, in place: ToolPlace, people: Int) throws {
    let before = try FolderPicture(place.folder)
    for words in [
      ["inspect", store.path], ["dump", store.path], ["dump", store.path, "Author", "--json"],
      ["query", store.path, "Author", "name != nil"], ["verify", store.path],
      ["model", "show", place.folder.appendingPathComponent("Library.xcdatamodeld").path],
      ["model", "check", place.folder.appendingPathComponent("Library.xcdatamodeld").path],
    ] {
      let result = place.run(words)
      #expect(result.status == .success, "\(words): \(result)")
      #expect(try FolderPicture(place.folder) == before, "\(words)")
    }
    let lines = place.run("dump", store.path, "Author", "--json").output.split(separator: "\n")
    #expect(lines.count == people)
  }

  private func makePlace() throws -> (ToolPlace, URL) {
    let place = try ToolPlace()
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    try ModelWriter.write([Library.document()], to: place.folder.appendingPathComponent("Library.xcdatamodeld"))
    return (place, store)
  }

  @Test func aClosedStore() throws {
    let (place, store) = try makePlace()
    defer { place.remove() }
    try read(store, in: place, people: 3)
  }

  /// As a crash leaves it, or a copy from a device: rows in the log, and no file of shared memory.
  private func makeCrashedPlace() throws -> (ToolPlace, URL) {
    let (place, store) = try makePlace()
    let other = try ToolPlace()
    defer { other.remove() }
    let source = try Library.makeStore(at: other.folder.appendingPathComponent("Library.sqlite"))
    let connection = try Connection(.file(source.path))
    defer { connection.close() }
    try connection.execute(
      "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT 4, Z_ENT, 1, 'Late' FROM ZAUTHOR WHERE Z_PK = 2; UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Author'"
    )
    for suffix in ["", "-wal"] {
      let target = store.path + suffix
      try? FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: target)
    }
    // The value in a file of its own goes by another name there.
    try FileManager.default.removeItem(at: Library.externalFolder(of: store))
    try FileManager.default.copyItem(
      at: Library.externalFolder(of: source), to: Library.externalFolder(of: store))
    return (place, store)
  }

  @Test func aStoreWithALogOfACrash() throws {
    let (place, store) = try makeCrashedPlace()
    defer { place.remove() }
    try read(store, in: place, people: 4)
  }

  /// What is made of such a store has everything, values in files of their own included, and the store stays as it is.
  @Test(arguments: ["copy", "repair", "migrate"]) func aCopyOfAStoreWithALogOfACrash(_ verb: String) throws {
    let (place, store) = try makeCrashedPlace()
    defer { place.remove() }
    let other = try ToolPlace()
    defer { other.remove() }
    let before = try FolderPicture(place.folder)
    let model = place.folder.appendingPathComponent("Library.xcdatamodeld").path
    let target = other.folder.appendingPathComponent("Target.sqlite")
    let words = verb == "migrate" ? [verb, store.path, model, "--dry-run"] : [verb, store.path, target.path]
    let result = place.run(words)
    #expect(result.status == .success, "\(result)")
    #expect(try FolderPicture(place.folder) == before)
    if verb == "migrate" { return }
    #expect(place.run("verify", target.path).status == .success)
    #expect(try place.count("ZAUTHOR", target) == 4)
    let names = try FileManager.default.contentsOfDirectory(atPath: Library.externalFolder(of: target).path)
    #expect(
      try names.sorted()
        == FileManager.default.contentsOfDirectory(
          atPath: Library.externalFolder(of: store).path
        ).sorted())
    #expect(!names.isEmpty)
  }

  /// The folder of external data may be a link to one elsewhere.
  @Test(arguments: ["copy", "repair", "move"]) func aLinkedFolderOfExternalData(_ verb: String) throws {
    let (place, store) = try makePlace()
    defer { place.remove() }
    let other = try ToolPlace()
    defer { other.remove() }
    let folder = Library.externalFolder(of: store).deletingLastPathComponent()
    let elsewhere = other.folder.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: folder, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: elsewhere)
    let target = place.folder.appendingPathComponent("Target.sqlite")
    let result = place.run(verb, store.path, target.path)
    #expect(result.status == .success, "\(result)")
    #expect(place.run("verify", target.path).status == .success)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: Library.externalFolder(of: target).path).isEmpty)
  }

  /// Another process is in the middle of its work.
  @Test func aStoreInUse() throws {
    let (place, store) = try makePlace()
    defer { place.remove() }
    let connection = try Connection(.file(store.path))
    defer { connection.close() }
    try connection.execute("UPDATE ZBOOK SET ZYEAR = 1 WHERE Z_PK = 1; BEGIN IMMEDIATE; UPDATE ZBOOK SET ZYEAR = 2")
    let names = try FolderPicture(place.folder).files
    #expect(place.run("inspect", store.path).status == .success)
    #expect(place.run("dump", store.path, "Book").output.contains("1  "))
    let after = try FolderPicture(place.folder).files
    #expect(after.keys.sorted() == names.keys.sorted())
    #expect(
      after["Library.sqlite"] == names["Library.sqlite"] && after["Library.sqlite-wal"] == names["Library.sqlite-wal"])
    // A move would leave behind what is being written.
    let target = place.folder.appendingPathComponent("Moved.sqlite").path
    let moved = place.run("move", store.path, target)
    #expect(moved.status == .badInput && moved.error.contains("Library.sqlite"), "\(moved)")
    #expect(!FileManager.default.fileExists(atPath: target))
    try connection.execute("ROLLBACK")
    #expect(place.run("verify", store.path).status == .success)
  }

  @Test(.enabled(if: getuid() != 0, "a user with all rights may write everywhere"))
  func aFolderThatCannotBeWritten() throws {
    let (place, store) = try makePlace()
    defer { place.remove() }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place.folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.folder.path) }
    try read(store, in: place, people: 3)
  }
}
