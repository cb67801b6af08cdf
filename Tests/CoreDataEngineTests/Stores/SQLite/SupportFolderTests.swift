import CoreDataSQLite
import Testing

@testable import CoreDataEngine

/// Stores whose names differ in the extension alone have their external data in one folder.
@Suite struct SupportFolderTests {
  private let folder: TemporaryFolder
  private let model = ModelText.model("Person.name String\nPerson.photo Data external")

  init() throws { folder = try TemporaryFolder() }

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

  private func data(_ number: Int) -> Data { Data(repeating: UInt8(number), count: 200_000) }

  private func coordinator(_ url: URL) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    return coordinator
  }

  private func change(_ name: String, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = try coordinator(url(name))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      try body(context)
      try context.save()
    }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func fill(_ name: String, _ numbers: ClosedRange<Int>) throws {
    try change(name) { context throws in
      for number in numbers { _ = context.make("Person", ["name": "\(number)", "photo": data(number)]) }
    }
  }

  private func expect(_ name: String, _ numbers: [Int], _ comment: Comment? = nil) throws {
    try change(name) { context throws in
      let people = try context.all("Person", sortedBy: "name")
      #expect(people.map { $0.text("name") } == numbers.map(String.init), comment)
      #expect(people.map { $0.value(forKey: "photo") as? Data } == numbers.map(data), comment)
    }
  }

  private func files() throws -> Set<String> { StoreFiles(url("Data.sqlite")).externalPaths }

  @Test func theOtherStoreKeepsItsFiles() throws {
    try fill("Data.sqlite", 1...2)
    try fill("Data.db", 3...4)
    try NSPersistentStoreCoordinator(managedObjectModel: model).destroyPersistentStore(
      at: url("Data.db"), ofType: NSSQLiteStoreType)
    #expect(!StoreFiles(url("Data.db")).exist)
    try expect("Data.sqlite", [1, 2])
  }

  @Test func noCopyOfAStoreComesIntoItsFolder() throws {
    try fill("Data.sqlite", 1...2)
    let coordinator = try coordinator(url("Data.sqlite"))
    let store = try #require(coordinator.persistentStores.first)
    let moved = #expect(throws: NSError.self) {
      try coordinator.migratePersistentStore(store, to: url("Data.db"), withType: NSSQLiteStoreType)
    }
    #expect(moved?.code == NSFileWriteFileExistsError)
    let copied = #expect(throws: NSError.self) {
      try StoreTransport.copy(url("Data.sqlite"), to: url("Data.bak"))
    }
    #expect(copied?.code == NSFileWriteFileExistsError)
    let replaced = #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(
        at: url("Data.db"), withPersistentStoreFrom: url("Data.sqlite"), ofType: NSSQLiteStoreType)
    }
    #expect(replaced?.code == NSFileWriteFileExistsError)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.contains("copy") })
    try expect("Data.sqlite", [1, 2])
  }

  /// What lies there of a store that was taken away is not removed when another one cannot be made in its place.
  @Test func aStoreThatCannotBeMadeLeavesTheFolder() throws {
    try fill("Data.sqlite", 1...2)
    let before = try files()
    #expect(before.count == 2)
    try StoreFiles(url("Data.sqlite")).removeDatabase()
    let other = try Connection(.file(url("Data.sqlite").path))
    try other.execute("BEGIN EXCLUSIVE")
    let options = [NSPersistentStoreTimeoutOption: 0.1]
    #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url("Data.sqlite"), options: options)
    }
    other.close()
    #expect(try files() == before)
  }

  /// A store goes back to what a copy of it has, whether others have it open or not.
  @Test(arguments: [false, true]) func aCopyTakesTheStoresPlace(isOpen: Bool) throws {
    try fill("Data.sqlite", 1...2)
    try StoreTransport.copy(url("Data.sqlite"), to: url("Backup.sqlite"))
    let copied = try files()
    try change("Data.sqlite") { context throws in
      for person in try context.all("Person", "name == '1'") { context.delete(person) }
      _ = context.make("Person", ["name": "3", "photo": data(3)])
    }
    try expect("Data.sqlite", [2, 3])
    let holder = isOpen ? try coordinator(url("Data.sqlite")) : nil
    try NSPersistentStoreCoordinator(managedObjectModel: model).replacePersistentStore(
      at: url("Data.sqlite"), withPersistentStoreFrom: url("Backup.sqlite"), ofType: NSSQLiteStoreType)
    withExtendedLifetime(holder) {}
    try expect("Data.sqlite", [1, 2])
    try expect("Backup.sqlite", [1, 2])
    #expect(try files() == copied)
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    #expect(names.filter { $0.hasSuffix("copy") || $0.contains("copy_SUPPORT") }.isEmpty)
  }
}
