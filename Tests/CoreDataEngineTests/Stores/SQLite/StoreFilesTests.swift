import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

@Suite struct StoreFilesTests {
  private let folder: TemporaryFolder
  private let model = CasesModel.make()

  init() throws { folder = try TemporaryFolder() }

  private var files: StoreFiles { StoreFiles(folder.url.appendingPathComponent("store.sqlite")) }
  private var target: StoreFiles { StoreFiles(folder.url.appendingPathComponent("copy.sqlite")) }

  private func open(_ files: StoreFiles) throws -> SQLiteStore {
    try SQLiteStore(url: files.url, options: SQLiteStoreOptions(), model: try model.compile())
  }

  @Test func destroyingLeavesNothing() throws {
    for _ in 0..<20 {
      let store = try open(files)
      try FileManager.default.createDirectory(at: files.externalDataFolder, withIntermediateDirectories: true)
      try Data([1]).write(to: files.externalDataFolder.appendingPathComponent("x"))
      try store.writeMetadata(["a": 1])
      try files.destroy()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
      try store.close()
    }
  }

  @Test func whatCannotBeOpenedCanBeDestroyed() throws {
    var generator = SystemRandomNumberGenerator()
    let noise = Data((0..<4_096).map { _ in UInt8.random(in: 0...255, using: &generator) })
    try noise.write(to: files.url)
    try noise.write(to: URL(fileURLWithPath: files.path(of: .log)))
    try files.destroy()
    #expect(!files.exist)
    try open(files).close()
  }

  @Test func aFolderAndTheNullDeviceAreNotDestroyed() throws {
    try FileManager.default.createDirectory(at: files.url, withIntermediateDirectories: true)
    #expect(throws: NSError.self) { try files.destroy() }
    #expect(FileManager.default.fileExists(atPath: files.url.path))
    for path in ["/dev/null", "/dev/null/name"] {
      let memory = StoreFiles(URL(fileURLWithPath: path))
      #expect(!memory.exist)
      try memory.destroy(force: true)
      #expect(throws: NSError.self) { try files.copy(to: memory) }
    }
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  @Test func storeInATransactionIsNotDestroyed() throws {
    try open(files).close()
    let other = try Connection(.file(files.url.path))
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: NSError.self) { try files.destroy() }
    #expect(error?.code == NSPersistentStoreTimeoutError)
    #expect(files.exist)
    try files.destroy(force: true)
    #expect(!files.exist)
  }

  @Test func copyOfALiveStoreHasItsLogAndFiles() throws {
    let store = try open(files)
    try store.writeMetadata(["mine": "in the log"])
    try FileManager.default.createDirectory(at: files.externalDataFolder, withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: files.externalDataFolder.appendingPathComponent("x"))
    try files.copy(to: target)
    #expect(try SQLiteStore.metadata(at: target.url)["mine"] as? String == "in the log")
    #expect(try Data(contentsOf: target.externalDataFolder.appendingPathComponent("x")) == Data([1, 2, 3]))
    #expect(throws: NSError.self) { try files.copy(to: target) }
    try store.close()
  }

  @Test func movingTakesEverythingAlong() throws {
    try open(files).close()
    let uuid = try SQLiteStore.metadata(at: files.url)[NSStoreUUIDKey] as? String
    try files.move(to: target)
    #expect(!files.exist)
    #expect(try SQLiteStore.metadata(at: target.url)[NSStoreUUIDKey] as? String == uuid)
  }
}
