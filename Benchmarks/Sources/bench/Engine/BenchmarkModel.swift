import CoreDataCompat

/// The model of the workloads: its tables are those the baseline makes by hand.
enum BenchmarkModel {
  static func make() -> NSManagedObjectModel {
    let item = entity("Item", Item.self)
    let a = attribute("a", .integer64AttributeType)
    item.properties = [
      attribute("id", .integer64AttributeType), a, attribute("b", .doubleAttributeType),
      attribute("created", .dateAttributeType), attribute("name", .stringAttributeType),
      attribute("note", .stringAttributeType), attribute("blob", .binaryDataAttributeType),
    ]
    item.indexes = [
      NSFetchIndexDescription(
        name: "byA", elements: [NSFetchIndexElementDescription(property: a, collationType: .binary)])
    ]

    let parent = entity("Parent", Parent.self)
    let child = entity("Child", Child.self)
    let children = relationship("children", to: child, maxCount: 0)
    let toParent = relationship("parent", to: parent, maxCount: 1)
    children.inverseRelationship = toParent
    toParent.inverseRelationship = children
    parent.properties = [
      attribute("name", .stringAttributeType), attribute("number", .integer64AttributeType), children,
    ]
    child.properties = [
      attribute("name", .stringAttributeType), attribute("number", .integer64AttributeType), toParent,
    ]

    let model = NSManagedObjectModel()
    model.entities = [item, parent, child]
    return model
  }

  /// `count` entities of five attributes each.
  static func makeWide(entityCount count: Int) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = (0..<count).map { index in
      let wide = entity("Entity\(index)", NSManagedObject.self)
      wide.properties = [
        attribute("number", .integer64AttributeType), attribute("value", .doubleAttributeType),
        attribute("date", .dateAttributeType), attribute("name", .stringAttributeType),
        attribute("data", .binaryDataAttributeType),
      ]
      return wide
    }
    return model
  }

  private static func entity(_ name: String, _ type: NSManagedObject.Type) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = NSStringFromClass(type)
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func relationship(
    _ name: String, to destination: NSEntityDescription, maxCount: Int
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.minCount = 0
    relationship.maxCount = maxCount
    relationship.deleteRule = .nullifyDeleteRule
    relationship.isOptional = true
    return relationship
  }
}
