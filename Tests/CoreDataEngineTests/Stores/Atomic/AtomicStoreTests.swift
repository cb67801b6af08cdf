import Foundation
import Testing

@testable import CoreDataEngine

/// Atomic stores of a program's own, by one in a JSON file.
@Suite struct AtomicStoreTests {
  private final class Stack {
    /// Held, since objects do not keep their context.
    private var contexts: [NSManagedObjectContext] = []
    let folder: TemporaryFolder
    let coordinator: NSPersistentStoreCoordinator
    let store: JSONStore

    init(_ folder: TemporaryFolder) throws {
      self.folder = folder
      NSPersistentStoreCoordinator.registerStoreClass(JSONStore.self, forStoreType: JSONStore.storeType)
      let model = CasesModel.make { parts in
        // JSON has no dates and bytes.
        for attribute in [parts.born, parts.photo, parts.balance] { attribute.attributeType = .stringAttributeType }
      }
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let url = folder.url.appendingPathComponent("store.json")
      store = try #require(
        try coordinator.addPersistentStore(ofType: JSONStore.storeType, configurationName: nil, at: url) as? JSONStore)
    }

    func context() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      contexts.append(context)
      return context
    }
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    let team = context.make("Team", ["name": "Red"])
    let people = (0..<3).map { context.make($0 == 2 ? "Employee" : "Person", ["name": "p\($0)", "age": $0]) }
    let tags = (0..<2).map { context.make("Tag", ["label": "t\($0)"]) }
    for person in people { person.setValue(team, forKey: "team") }
    people[0].setValue(Set(tags), forKey: "tags")
    people[1].setValue(Set([tags[1]]), forKey: "tags")
    team.setValue(people[2], forKey: "lead")
    try context.save()
  }

  @Test func aGraphIsSavedAndLoaded() throws {
    let folder = try TemporaryFolder()
    let stack = try Stack(folder)
    try fill(stack.context())
    let model = stack.coordinator.managedObjectModel
    let portrait = try GraphPortrait.of(stack.context(), model)
    #expect(portrait.count == 6)
    let fresh = try Stack(folder)
    #expect(fresh.store.identifier == stack.store.identifier)
    #expect(try GraphPortrait.of(fresh.context(), fresh.coordinator.managedObjectModel) == portrait)
    let context = fresh.context()
    #expect(try context.all("Person", "team.name == 'Red' AND ANY tags.label == 't1'").count == 2)
    #expect(try context.all("Team").first?.object("lead")?.entity.name == "Employee")
  }

  @Test func theStoresCodeIsCalledInOrder() throws {
    let stack = try Stack(TemporaryFolder())
    #expect(stack.store.calls == ["load"])
    let context = stack.context()
    let tag = context.make("Tag", ["label": "a"])
    try context.save()
    #expect(stack.store.calls.dropFirst() == ["newReferenceObject", "newCacheNode permanent", "save 1"])
    #expect(!tag.objectID.isTemporaryID)
    #expect(stack.store.cacheNode(for: tag.objectID)?.value(forKey: "label") as? String == "a")
    tag.setValue("b", forKey: "label")
    try context.save()
    #expect(stack.store.calls.suffix(2) == ["updateCacheNode", "save 1"])
    #expect(stack.store.cacheNode(for: tag.objectID)?.value(forKey: "label") as? String == "b")
    context.delete(tag)
    try context.save()
    #expect(stack.store.calls.suffix(2) == ["willRemoveCacheNodes 1", "save 0"])
    #expect(stack.store.cacheNodes().isEmpty)
  }

  @Test func aFailedSaveLeavesEverythingAsItWas() throws {
    let folder = try TemporaryFolder()
    let stack = try Stack(folder)
    try fill(stack.context())
    let file = try Data(contentsOf: #require(stack.store.url))
    let context = stack.context()
    let red = try #require(try context.all("Team").first)
    red.setValue("Blue", forKey: "name")
    let new = context.make("Tag", ["label": "new"])
    context.delete(try #require(try context.all("Person", "name == 'p1'").first))
    stack.store.failure = CocoaError(.fileWriteOutOfSpace)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .fileWriteOutOfSpace)
    #expect(stack.store.cacheNodes().count == 6)
    #expect(stack.store.cacheNode(for: red.objectID)?.value(forKey: "name") as? String == "Red")
    #expect(new.objectID.isTemporaryID && context.insertedObjects == [new])
    #expect(try stack.context().all("Team").first?.text("name") == "Red")
    #expect(try Data(contentsOf: #require(stack.store.url)) == file)
    stack.store.failure = nil
    try context.save()
    let reopened = try Stack(folder)
    let fresh = reopened.context()
    #expect(try fresh.all("Team").first?.text("name") == "Blue")
    #expect(try fresh.all("Person").map { $0.text("name") ?? "" }.sorted() == ["p0", "p2"])
    #expect(try fresh.all("Tag", "label == 'new'").count == 1)
  }

  @Test func URIsNameTheReferenceObject() throws {
    let folder = try TemporaryFolder()
    let stack = try Stack(folder)
    try fill(stack.context())
    let object = try #require(try stack.context().all("Person", "name == 'p0'").first)
    let reference = try #require(stack.store.referenceObject(for: object.objectID) as? String)
    let uri = object.objectID.uriRepresentation()
    #expect(uri.absoluteString.hasSuffix("/Person/p" + reference.replacingOccurrences(of: "/", with: "%2F")))
    let fresh = try Stack(folder)
    let id = try #require(fresh.coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(try fresh.context().existingObject(with: id).text("name") == "p0")
    #expect(fresh.store.referenceObject(for: id) as? String == reference)
    let entity = try #require(fresh.coordinator.managedObjectModel.entitiesByName["Person"])
    #expect(fresh.store.objectID(for: entity, withReferenceObject: reference) == id)
  }

  /// Two contexts over one store find each other's changes, as over any store.
  @Test func conflictsAreFound() throws {
    let stack = try Stack(TemporaryFolder())
    try fill(stack.context())
    let (first, second) = (stack.context(), stack.context())
    let (a, b) = (try #require(try first.all("Team").first), try #require(try second.all("Team").first))
    _ = (a.text("name"), b.text("name"))
    a.setValue("A", forKey: "name")
    try first.save()
    b.setValue("B", forKey: "name")
    let error = #expect(throws: CocoaError.self) { try second.save() }
    #expect(error?.errorCode == NSManagedObjectMergeError)
    second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try second.save()
    #expect(try stack.context().all("Team").first?.text("name") == "B")
  }

  @Test func valuesOfOtherTypesAreRefused() throws {
    let folder = try TemporaryFolder()
    let contents = #"{"uuid": "X", "objects": [{"entity": "Person", "id": "1", "name": "x", "age": "many"}]}"#
    try Data(contents.utf8).write(to: folder.url.appendingPathComponent("store.json"))
    let error = #expect(throws: CocoaError.self) { try Stack(folder) }
    #expect(error?.errorCode == NSPersistentStoreOperationError)
    try Data("{".utf8).write(to: folder.url.appendingPathComponent("store.json"))
    #expect(throws: (any Error).self) { try Stack(folder) }
  }

  @Test func classesAreRegisteredByType() throws {
    final class Unfinished: NSAtomicStore {
      override var type: String { "Unfinished" }
    }
    NSPersistentStoreCoordinator.registerStoreClass(Unfinished.self, type: .init(rawValue: "Unfinished"))
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Unfinished"] != nil)
    let own = [NSSQLiteStoreType, NSInMemoryStoreType, NSXMLStoreType, NSBinaryStoreType]
    #expect(own.allSatisfy { NSPersistentStoreCoordinator.registeredStoreTypes[$0] != nil })
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CasesModel.make())
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("x")
    let error = #expect(throws: NSError.self) {
      try coordinator.addPersistentStore(ofType: "Unfinished", configurationName: nil, at: url)
    }
    #expect(error?.localizedFailureReason?.contains("has to override load()") ?? false)
    NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "Unfinished")
    #expect(NSPersistentStoreCoordinator.registeredStoreTypes["Unfinished"] == nil)
    let unknown = #expect(throws: CocoaError.self) {
      try coordinator.addPersistentStore(ofType: "Unfinished", configurationName: nil, at: url)
    }
    #expect(unknown?.errorCode == NSPersistentStoreInvalidTypeError)
    #expect(coordinator.persistentStores.isEmpty)
  }
}
