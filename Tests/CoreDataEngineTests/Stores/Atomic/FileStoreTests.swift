import Foundation
import Testing

@testable import CoreDataEngine

/// Stores in files that are read and written as a whole.
@Suite struct FileStoreTests {
  static let kinds: [StoreKind] = [.xml, .binary]

  private func make(_ kind: StoreKind, fill: Bool = true) throws -> TestStore {
    let store = try TestStore(kind, model: AllTypesModel.make())
    guard fill else { return store }
    let context = store.context()
    AllTypesModel.fill(context)
    try context.save()
    return store
  }

  private func url(_ store: TestStore) throws -> URL { try #require(store.url) }

  /// The same graph in every type of store, external data and orders included.
  @Test(arguments: kinds) func everyValueComesBack(_ kind: StoreKind) throws {
    let sqlite = try make(.sqlite)
    let expected = try GraphPortrait.of(sqlite.context(), sqlite.model)
    #expect(expected.count == 11)
    let store = try make(kind)
    #expect(try GraphPortrait.of(store.context(), store.model) == expected)
    let reopened = try store.reopened()
    #expect(try GraphPortrait.of(reopened.context(), store.model) == expected)
    // A second generation of the file says the same.
    let context = reopened.context()
    let item = try #require(try context.all("Item", "text == 'plain'").first)
    item.setValue("changed", forKey: "text")
    try context.save()
    item.setValue("plain", forKey: "text")
    try context.save()
    let third = try reopened.reopened()
    #expect(try GraphPortrait.of(third.context(), store.model) == expected)
  }

  @Test(arguments: kinds) func objectsKeepTheirURIs(_ kind: StoreKind) throws {
    let store = try make(kind)
    let first = store.context()
    let object = try #require(try first.all("Item", "text == 'plain'").first)
    let uri = object.objectID.uriRepresentation()
    let identifier = store.coordinator.persistentStores[0].identifier
    let reopened = try store.reopened()
    #expect(reopened.coordinator.persistentStores[0].identifier == identifier)
    let id = try #require(reopened.coordinator.managedObjectID(forURIRepresentation: uri))
    let context = reopened.context()
    #expect(try context.existingObject(with: id).text("text") == "plain")
    // Keys of deleted objects are not handed out again.
    for item in try context.all("Item") { context.delete(item) }
    try context.save()
    let again = try reopened.reopened()
    let fresh = again.context()
    let new = fresh.make("Item", ["text": "new"])
    try fresh.save()
    #expect(new.objectID.uriRepresentation() != uri)
    #expect(try fresh.all("Item").count == 1)
  }

  @Test(arguments: kinds) func metadataIsKept(_ kind: StoreKind) throws {
    let store = try make(kind, fill: false)
    let persistent = store.coordinator.persistentStores[0]
    store.coordinator.setMetadata(["mine": "Grüße & <more>", "list": [1, 2]], for: persistent)
    let context = store.context()
    context.make("Shelf", ["label": "x"]).setValue("y", forKey: "label")
    try context.save()
    let url = try url(store)
    var found = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: kind.type, at: url)
    #expect(found["mine"] as? String == "Grüße & <more>")
    #expect(found[NSStoreTypeKey] as? String == kind.type)
    #expect(found[NSStoreUUIDKey] as? String == persistent.identifier)
    #expect(store.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: found))
    for store in store.coordinator.persistentStores { try store.persistentStoreCoordinator?.remove(store) }
    try NSPersistentStoreCoordinator.setMetadata(["mine": "new"], forPersistentStoreOfType: kind.type, at: url)
    found = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: kind.type, at: url)
    #expect(found["mine"] as? String == "new")
    #expect(found["list"] == nil)
    let reopened = try TestStore(kind, model: store.model, folder: store.folder)
    #expect(try reopened.context().all("Shelf").count == 1)
    #expect(reopened.coordinator.metadata(for: reopened.coordinator.persistentStores[0])["mine"] as? String == "new")
  }

  @Test(arguments: kinds) func readOnlyStoresAreOnlyRead(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let options: [AnyHashable: Any] = [NSReadOnlyPersistentStoreOption: NSNumber(value: true)]
    let missing = #expect(throws: CocoaError.self) {
      try TestStore(kind, model: AllTypesModel.make(), folder: folder, options: options)
    }
    #expect(missing?.code == .fileReadNoSuchFile)
    let store = try make(kind)
    let before = try Data(contentsOf: url(store))
    for persistent in store.coordinator.persistentStores { try store.coordinator.remove(persistent) }
    let reading = try TestStore(kind, model: store.model, folder: store.folder, options: options)
    let context = reading.context()
    #expect(try context.all("Item").count == 8)
    _ = context.make("Shelf")
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .fileWriteNoPermission)
    #expect(try Data(contentsOf: url(store)) == before)
  }

  @Test(arguments: kinds) func anotherModelIsRefused(_ kind: StoreKind) throws {
    let store = try make(kind)
    let before = try Data(contentsOf: url(store))
    for persistent in store.coordinator.persistentStores { try store.coordinator.remove(persistent) }
    let other = AllTypesModel.make()
    other.entitiesByName["Shelf"]?.versionHashModifier = "2"
    let error = #expect(throws: NSError.self) { try TestStore(kind, model: other, folder: store.folder) }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect((error?.userInfo["metadata"] as? [String: Any])?[NSStoreTypeKey] as? String == kind.type)
    #expect(error?.localizedFailureReason?.contains("Shelf") ?? false)
    #expect(try Data(contentsOf: url(store)) == before)
  }

  /// Cut and changed files are refused with a typed error, or read; nothing traps, and the file stays.
  @Test(arguments: kinds) func damagedFilesAreRefused(_ kind: StoreKind) throws {
    let store = try make(kind)
    let whole = try Data(contentsOf: url(store))
    for persistent in store.coordinator.persistentStores { try store.coordinator.remove(persistent) }
    var random = SystemRandomNumberGenerator()
    var refused = 0
    for round in 0..<120 {
      var bytes = whole
      switch round % 3 {
      case 0: bytes = bytes.prefix(Int.random(in: 1..<bytes.count, using: &random))
      case 1:
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      default:
        let start = Int.random(in: 0..<bytes.count, using: &random)
        bytes.removeSubrange(start..<min(bytes.count, start + 40))
      }
      try bytes.write(to: url(store))
      do {
        let opened = try TestStore(kind, model: store.model, folder: store.folder)
        _ = try GraphPortrait.of(opened.context(), store.model)
      } catch let error as CocoaError {
        #expect([259, 134_100].contains(error.errorCode), "\(error)")
        refused += 1
      }
      #expect(try Data(contentsOf: url(store)) == bytes)
    }
    #expect(refused >= (kind == .binary ? 120 : 40), "\(refused)")
  }

  @Test(arguments: kinds) func filesOfOtherFormatsAreRefused(_ kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let store = try TestStore(.sqlite, model: AllTypesModel.make())
    let name = kind == .xml ? "store.xml" : "store.binary"
    let list = try PropertyListSerialization.data(fromPropertyList: ["$top": "x"], format: .binary, options: 0)
    for contents in [try Data(contentsOf: url(store)), list, Data("<database/>".utf8), Data("{}".utf8)] {
      try contents.write(to: folder.url.appendingPathComponent(name))
      let error = #expect(throws: CocoaError.self) { try TestStore(kind, model: store.model, folder: folder) }
      #expect(error?.code == .fileReadCorruptFile)
      #expect(try Data(contentsOf: folder.url.appendingPathComponent(name)) == contents)
    }
  }

  /// What another has written to the file is not lost in silence.
  @Test(arguments: kinds) func changesBehindTheStoresBackAreNotOverwritten(_ kind: StoreKind) throws {
    let store = try make(kind)
    let other = try TestStore(kind, model: store.model, folder: store.folder)
    let context = other.context()
    _ = context.make("Shelf", ["label": "theirs"])
    try context.save()
    let mine = store.context()
    let shelf = mine.make("Shelf", ["label": "mine"])
    let error = #expect(throws: CocoaError.self) { try mine.save() }
    #expect(error?.errorCode == NSPersistentStoreSaveConflictsError)
    #expect(mine.insertedObjects == [shelf] && shelf.objectID.isTemporaryID)
    #expect(try store.context().all("Shelf", "label == 'mine'").isEmpty)
    let reopened = try other.reopened()
    #expect(try reopened.context().all("Shelf", "label == 'theirs'").count == 1)
  }

  /// A save that cannot be written leaves file, store and context as they were.
  @Test(arguments: kinds) func aFailedWriteChangesNothing(_ kind: StoreKind) throws {
    let store = try make(kind)
    let context = store.context()
    let portrait = try GraphPortrait.of(store.context(), store.model)
    // A folder in place of the file cannot be replaced by a file.
    let url = try url(store)
    let aside = url.appendingPathExtension("aside")
    #expect(
      store.coordinator.setURL(
        store.folder.url.appendingPathComponent("missing/store"), for: store.coordinator.persistentStores[0]))
    let item = try #require(try context.all("Item", "text == 'plain'").first)
    item.setValue("lost", forKey: "text")
    context.delete(try #require(try context.all("Item", "text == ''").first))
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .fileWriteUnknown)
    #expect(context.hasChanges && item.text("text") == "lost")
    #expect(try GraphPortrait.of(store.context(), store.model) == portrait)
    // The same save succeeds where it can be written: the file goes there, and the old one stays.
    #expect(store.coordinator.setURL(aside, for: store.coordinator.persistentStores[0]))
    try context.save()
    let now = try GraphPortrait.of(store.context(), store.model)
    #expect(now != portrait)
    let moved = NSPersistentStoreCoordinator(managedObjectModel: store.model)
    _ = try moved.addPersistentStore(ofType: kind.type, configurationName: nil, at: aside)
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = moved
    #expect(try GraphPortrait.of(fresh, store.model) == now)
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path).sorted()
    #expect(names == [aside.lastPathComponent, url.lastPathComponent].sorted())
  }

  @Test(arguments: kinds) func storesAreDestroyedAndReplaced(_ kind: StoreKind) throws {
    let store = try make(kind)
    let url = try url(store)
    let copy = store.folder.url.appendingPathComponent("copy")
    try store.coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: url, ofType: kind.type)
    #expect(try Data(contentsOf: copy) == Data(contentsOf: url))
    try store.coordinator.destroyPersistentStore(at: copy, ofType: kind.type)
    try store.coordinator.destroyPersistentStore(at: copy, ofType: kind.type)
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    let error = #expect(throws: CocoaError.self) {
      try store.coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: copy, ofType: kind.type)
    }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(try store.context().all("Item").count == 8)
  }

  @Test(arguments: kinds) func derivedAttributesAreRefused(_ kind: StoreKind) throws {
    let model = CasesModel.make { parts in
      let derived = NSDerivedAttributeDescription()
      derived.name = "memberCount"
      derived.attributeType = .integer64AttributeType
      derived.derivationExpression = NSExpression(format: "people.@count")
      parts.extraTagProperties = [derived]
    }
    let error = #expect(throws: CocoaError.self) { try TestStore(kind, model: model) }
    #expect(error?.errorCode == NSPersistentStoreInvalidTypeError)
  }
}
