import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// What happens when a store is opened: what is made, what is refused, and that a refused file stays as it was.
@Suite struct StoreOpeningTests {
  private let folder: TemporaryFolder
  private let model = CasesModel.make()

  init() throws { folder = try TemporaryFolder() }

  private var url: URL { folder.url.appendingPathComponent("store.sqlite") }

  private func open(_ options: [AnyHashable: Any]? = nil, create: Bool = true) throws -> SQLiteStore {
    try SQLiteStore(
      url: url, options: try SQLiteStoreOptions(options), model: try model.compile(), createIfNeeded: create)
  }

  /// The error of a failed opening, after which the folder is as it was.
  private func refusal(_ options: [AnyHashable: Any]? = nil, create: Bool = true) throws -> NSError {
    let before = try contents()
    let thrown = #expect(throws: NSError.self) { _ = try open(options, create: create) }
    let error = try #require(thrown)
    #expect(try contents() == before)
    #expect(error.localizedFailureReason?.isEmpty == false)
    #expect(error.userInfo[NSFilePathErrorKey] as? String == url.path)
    return error
  }

  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      contents[name] = (try? Data(contentsOf: folder.url.appendingPathComponent(name))) ?? Data()
    }
    return contents
  }

  private func pragma(_ name: String, _ store: SQLiteStore) throws -> String? {
    try store.read { try $0.pragma(name) }
  }

  @Test func newFileHasCoreDatasSettings() throws {
    let store = try open()
    #expect(try pragma("page_size", store) == "4096")
    #expect(try pragma("auto_vacuum", store) == "2")
    #expect(try pragma("journal_mode", store) == "wal")
    #expect(try pragma("synchronous", store) == "1")
    let metadata = try store.readMetadata()
    #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
    #expect(UUID(uuidString: metadata[NSStoreUUIDKey] as? String ?? "") != nil)
    #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == model.entityVersionHashesByName)
    for key in [
      "NSStoreModelVersionHashesVersion", NSStoreModelVersionIdentifiersKey, "NSPersistenceFrameworkVersion",
      "_NSAutoVacuumLevel", "NSStoreModelVersionHashesDigest", NSPersistentStoreModelVersionChecksumKey,
    ] { #expect(metadata[key] != nil, "\(key)") }
    try store.close()
    #expect(throws: NSError.self) { _ = try store.readMetadata() }
  }

  @Test func closingFoldsTheLogIn() throws {
    let store = try open()
    try store.writeMetadata(["mine": "kept"])
    try store.close()
    #expect(StoreFiles(url).size(of: .log) == 0)
    #expect(try SQLiteStore.metadata(at: url)["mine"] as? String == "kept")
    #expect(try contents().keys.sorted() == ["store.sqlite"])
  }

  @Test func textFileIsNoDatabase() throws {
    try Data(String(repeating: "This is no database. ", count: 100).utf8).write(to: url)
    let error = try refusal()
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSFileReadCorruptFileError)
    #expect((error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 26)
  }

  @Test(arguments: ["DELETE", "WAL"]) func otherDatabaseIsNoStore(_ mode: String) throws {
    let connection = try Connection(.file(url.path))
    try connection.execute("PRAGMA journal_mode = \(mode); CREATE TABLE other (a); INSERT INTO other VALUES (1)")
    connection.close()
    let error = try refusal()
    #expect(error.code == NSPersistentStoreInvalidTypeError)
  }

  @Test func folderInPlaceOfTheFile() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #expect(try refusal().code == NSFileReadUnknownError)
  }

  @Test func missingFolder() throws {
    let url = folder.url.appendingPathComponent("none/store.sqlite")
    let error = #expect(throws: NSError.self) {
      _ = try SQLiteStore(url: url, options: SQLiteStoreOptions(), model: try model.compile())
    }
    #expect(error?.code == NSFileReadUnknownError)
    #expect(error?.localizedFailureReason?.contains(folder.url.appendingPathComponent("none").path) == true)
  }

  @Test func missingFileIsMadeOnlyWhenAsked() throws {
    #expect(try refusal(create: false).code == NSFileReadNoSuchFileError)
    #expect(try refusal([NSReadOnlyPersistentStoreOption: true]).code == NSFileReadNoSuchFileError)
  }

  @Test func logWithoutItsDatabase() throws {
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: url.path + "-wal"))
    #expect(try refusal().code == NSPersistentStoreOpenError)
  }

  @Test func damagedFile() throws {
    try open().close()
    var bytes = try Data(contentsOf: url)
    for index in 100..<bytes.count { bytes[index] = 0 }
    try bytes.write(to: url)
    let error = try refusal()
    #expect(error.code == NSFileReadCorruptFileError || error.code == NSPersistentStoreInvalidTypeError)
  }

  @Test func truncatedFile() throws {
    try open().close()
    try Data(contentsOf: url).prefix(5_000).write(to: url)
    let error = try refusal()
    #expect(error.code == NSFileReadCorruptFileError)
    #expect((error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 11)
  }

  @Test func otherVersionOfTheModel() throws {
    let other = CasesModel.make { $0.extraTagProperties = [CasesModel.attribute("colour", .stringAttributeType)] }
    try SQLiteStore(url: url, options: SQLiteStoreOptions(), model: try other.compile()).close()
    let error = try refusal()
    #expect(error.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error.userInfo["metadata"] is [String: Any])
    #expect(error.localizedFailureReason?.contains("Tag") == true)
    #expect(throws: Never.self) { try open([NSIgnorePersistentStoreVersioningOption: true]).close() }
  }

  @Test func readOnlyStoreChangesNothing() throws {
    try open().close()
    let before = try contents()
    let store = try open([NSReadOnlyPersistentStoreOption: true])
    #expect(try store.readMetadata().isEmpty == false)
    #expect(throws: NSError.self) { try store.writeMetadata(["a": 1]) }
    try store.close()
    #expect(try contents() == before)
  }

  @Test func pragmasOfTheOptionsCount() throws {
    let store = try open([NSSQLitePragmasOption: ["journal_mode": "DELETE", "synchronous": "FULL"]])
    #expect(try pragma("journal_mode", store) == "delete")
    #expect(try pragma("synchronous", store) == "2")
    try store.close()
    let error = #expect(throws: NSError.self) { try SQLiteStoreOptions([NSSQLitePragmasOption: ["a; DROP": "1"]]) }
    #expect(error?.code == NSPersistentStoreOpenError)
  }

  @Test func lockedStoreTimesOut() throws {
    let store = try open([NSPersistentStoreTimeoutOption: 0.05])
    let other = try Connection(.file(url.path))
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: NSError.self) { try store.writeMetadata(["a": 1]) }
    #expect(error?.code == NSPersistentStoreTimeoutError)
    #expect((error?.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 5)
    try other.execute("ROLLBACK")
    try store.writeMetadata(["a": 1])
    try store.close()
  }

  @Test func removedFileIsNoticed() throws {
    let store = try open()
    try StoreFiles(url).remove()
    let error = #expect(throws: NSError.self) { try store.writeMetadata(["a": 1]) }
    #expect(error?.code == NSPersistentStoreOperationError)
    try store.close()
  }

  @Test func memoryStoresAreSharedByNameOnly() throws {
    let name = UUID().uuidString
    func memory(_ path: String) throws -> SQLiteStore {
      try SQLiteStore(url: URL(fileURLWithPath: path), options: SQLiteStoreOptions(), model: try model.compile())
    }
    let (a, b) = (try memory("/dev/null/\(name)"), try memory("/dev/null/\(name)"))
    let (c, d) = (try memory("/dev/null"), try memory("/dev/null"))
    #expect(a.identifier == b.identifier)
    #expect(Set([a.identifier, c.identifier, d.identifier]).count == 3)
    try a.writeMetadata(["mine": 1])
    #expect(try b.readMetadata()["mine"] as? Int == 1)
    try a.close()
    #expect(try b.readMetadata()["mine"] as? Int == 1)
  }

  @Test func metadataOfAStoreWithALog() throws {
    let store = try open()
    try store.writeMetadata(["mine": "in the log"])
    #expect(StoreFiles(url).size(of: .log) > 0)
    #expect(try SQLiteStore.metadata(at: url)["mine"] as? String == "in the log")
    try SQLiteStore.setMetadata(["mine": "new"], at: url)
    let metadata = try store.readMetadata()
    #expect(metadata["mine"] as? String == "new")
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    try store.close()
  }
}
