import CoreDataSQLite
import Testing

@testable import CoreDataEngine

@Suite struct SchemaNamingTests {
  private func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  private func entity(_ name: String, _ attributes: [String]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { CasesModel.attribute($0, .stringAttributeType) }
    return entity
  }

  @Test(arguments: ["_pk", "_ent", "_opt"]) func columnOfCoreDataItselfIsRefused(_ name: String) throws {
    let model = model([entity("Thing", [name])])
    let error = #expect(throws: NSError.self) { _ = try SQLSchema(model: try model.compile()) }
    #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
    #expect(error?.userInfo["entity"] as? String == "Thing")
    #expect(error?.userInfo["property"] as? String == name)
  }

  @Test(arguments: [["Thing", "THING"], ["_METADATA"]]) func tablesThatCoincideAreRefused(_ names: [String]) throws {
    let model = model(names.map { entity($0, ["a"]) })
    #expect(throws: NSError.self) { _ = try SQLSchema(model: try model.compile()) }
  }

  @Test func equalNamesInATableAreNumbered() throws {
    let parent = entity("Parent", [])
    parent.subentities = [entity("A", ["title"]), entity("B", ["title"]), entity("C", ["Title"])]
    let schema = try SQLSchema(model: try model([parent]).compile())
    #expect(schema.tables[0].columns.map(\.identifier.name) == ["ZTITLE", "ZTITLE1", "ZTITLE2"])
  }

  /// C74: the names that cannot be are refused at load, by the tests above.
  @Test func oddNamesAreStoredAndRead() throws {
    let names = [
      "select", "from", "rowid", "z_pk", "größe", "名前", "with space", "quo\"te", "it's",
      String(repeating: "n", count: 300),
      "case", "CASE",
    ]
    let odd = entity("Order", names)
    let index = NSFetchIndexDescription(
      name: "by \"select\"",
      elements: [NSFetchIndexElementDescription(property: odd.properties[0], collationType: .binary)])
    odd.indexes = [index]
    odd.uniquenessConstraints = [["with space"]]
    let store = try TestStore(.sqlite, model: model([odd, entity("Group", ["index"]), entity("Transaction", ["a"])]))
    let context = store.context()
    let object = context.make("Order")
    for name in names { object.setValue("value of \(name)", forKey: name) }
    try context.save()
    let again = try store.reopened()
    let read = try #require(try again.context().all("Order").first)
    for name in names { #expect(read.text(name) == "value of \(name)") }
  }

  @Test func relationWithItselfHasOneTable() throws {
    let node = entity("Node", ["name"])
    let friends = NSRelationshipDescription()
    friends.name = "friends"
    friends.destinationEntity = node
    friends.inverseRelationship = friends
    node.properties += [friends]
    let store = try TestStore(.sqlite, model: model([node]))
    let context = store.context()
    let (a, b) = (context.make("Node", ["name": "a"]), context.make("Node", ["name": "b"]))
    a.setValue(Set([b]), forKey: "friends")
    try context.save()
    let again = try store.reopened().context()
    let nodes = try again.all("Node", sortedBy: "name")
    #expect(nodes[0].objects("friends") == [nodes[1]])
    #expect(nodes[1].objects("friends") == [nodes[0]])
    nodes[1].setValue(Set<NSManagedObject>(), forKey: "friends")
    try again.save()
    again.refreshAllObjects()
    #expect(nodes[0].objects("friends").isEmpty)
  }
}
