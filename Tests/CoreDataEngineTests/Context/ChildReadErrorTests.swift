import CoreDataEngine
import CoreDataSQLite
import Testing

/// What a child context cannot read through its parent is an error, not a deleted object.
@Suite struct ChildReadErrorTests {
  @Test func aParentThatCannotReadIsNoMissingObject() throws {
    var store = try TestStore(.sqlite)
    let writer = store.context()
    let person = writer.make("Person", ["name": "p", "age": 1])
    try writer.save()
    let uri = person.objectID.uriRepresentation()
    for open in store.coordinator.persistentStores { try store.coordinator.remove(open) }
    // Another program has put text where a number belongs.
    let connection = try Connection(.file(try #require(store.url).path))
    try connection.execute("UPDATE ZPERSON SET ZAGE = 'many'")
    connection.close()
    store = try TestStore(.sqlite, model: store.model, folder: store.folder)
    let id = try #require(store.coordinator.managedObjectID(forURIRepresentation: uri))
    let root = store.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = root
    for context in [root, child] {
      let error = #expect(throws: CocoaError.self) { try context.existingObject(with: id) }
      #expect(error?.code == .coreData)
    }
  }
}
