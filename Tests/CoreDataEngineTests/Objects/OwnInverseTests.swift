import CoreDataEngine
import Testing

/// Relationships that are their own inverses.
@Suite struct OwnInverseTests {
  private static func model() -> NSManagedObjectModel {
    let node = NSEntityDescription()
    node.name = "Node"
    func relationship(_ name: String, max: Int) -> NSRelationshipDescription {
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.destinationEntity = node
      relationship.maxCount = max
      relationship.deleteRule = .nullifyDeleteRule
      relationship.inverseRelationship = relationship
      return relationship
    }
    node.properties = [
      CasesModel.attribute("name", .stringAttributeType), relationship("partner", max: 1),
      relationship("peers", max: 0),
    ]
    let model = NSManagedObjectModel()
    model.entities = [node]
    return model
  }

  private func nodes(_ context: NSManagedObjectContext) throws -> [String: NSManagedObject] {
    Dictionary(uniqueKeysWithValues: try context.all("Node").map { ($0.text("name") ?? "", $0) })
  }

  /// Partner and peers of every node, by name.
  private func picture(_ context: NSManagedObjectContext) throws -> [String: String] {
    try nodes(context).mapValues { node in
      let peers = node.objects("peers").compactMap { $0.text("name") }.sorted().joined()
      return "\(node.object("partner")?.text("name") ?? "-") \(peers)"
    }
  }

  @Test(arguments: StoreKind.allCases) func bothSidesAgree(kind: StoreKind) throws {
    var store = try TestStore(kind, model: OwnInverseTests.model())
    let context = store.context()
    let (a, b, c, d) = (
      context.make("Node", ["name": "a"]), context.make("Node", ["name": "b"]), context.make("Node", ["name": "c"]),
      context.make("Node", ["name": "d"])
    )
    a.setValue(b, forKey: "partner")
    #expect(b.object("partner") === a)
    c.setValue(a, forKey: "partner")
    #expect(a.object("partner") === c)
    #expect(b.object("partner") == nil)
    d.setValue(d, forKey: "partner")
    a.setValue(Set([b, c]), forKey: "peers")
    b.mutableSetValue(forKey: "peers").add(c)
    d.mutableSetValue(forKey: "peers").add(d)
    let before = ["a": "c bc", "b": "- ac", "c": "a ab", "d": "d d"]
    #expect(try picture(context) == before)
    try context.save()
    #expect(try picture(context) == before)
    store = try store.reopened()
    #expect(try picture(store.context()) == before)

    // Both ends of a link are changed in one save.
    let other = store.context()
    let found = try nodes(other)
    found["a"]?.mutableSetValue(forKey: "peers").remove(try #require(found["b"]))
    found["b"]?.setValue(found["d"], forKey: "partner")
    found["d"]?.mutableSetValue(forKey: "peers").add(try #require(found["a"]))
    let after = ["a": "c cd", "b": "d c", "c": "a ab", "d": "b ad"]
    #expect(try picture(other) == after)
    try other.save()
    store = try store.reopened()
    #expect(try picture(store.context()) == after)
  }

  @Test(arguments: StoreKind.allCases) func deletionAndUndoReachBothEnds(kind: StoreKind) throws {
    var store = try TestStore(kind, model: OwnInverseTests.model())
    let context = store.context()
    let all = ["a", "b", "c"].map { context.make("Node", ["name": $0]) }
    all[0].setValue(all[1], forKey: "partner")
    all[0].setValue(Set(all), forKey: "peers")
    try context.save()
    let before = ["a": "b abc", "b": "a a", "c": "- a"]
    #expect(try picture(context) == before)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    func step(_ body: () -> Void) {
      manager.beginUndoGrouping()
      body()
      context.processPendingChanges()
      manager.endUndoGrouping()
    }
    step { context.delete(all[0]) }
    #expect(try picture(context) == ["b": "- ", "c": "- "])
    context.undo()
    #expect(try picture(context) == before)
    #expect(!context.hasChanges)
    step {
      all[2].setValue(all[0], forKey: "partner")
      all[2].setValue(Set([all[1]]), forKey: "peers")
    }
    #expect(try picture(context) == ["a": "c ab", "b": "- ac", "c": "a b"])
    context.undo()
    #expect(try picture(context) == before)
    context.redo()
    context.undo()
    try context.save()
    store = try store.reopened()
    #expect(try picture(store.context()) == before)

    let last = store.context()
    last.delete(try #require(try nodes(last)["a"]))
    try last.save()
    store = try store.reopened()
    #expect(try picture(store.context()) == ["b": "- ", "c": "- "])
  }
}
