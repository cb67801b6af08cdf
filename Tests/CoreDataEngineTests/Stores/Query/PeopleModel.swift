import Foundation

@testable import CoreDataEngine

/// A model with every kind of attribute and relationship that predicates meet.
enum PeopleModel {
  static func make() -> NSManagedObjectModel {
    let person = entity("Person")
    let employee = entity("Employee")
    let team = entity("Team")
    let tag = entity("Tag")
    let hidden = attribute("hidden", .stringAttributeType)
    hidden.isTransient = true
    person.properties = [
      attribute("name", .stringAttributeType), attribute("nick", .stringAttributeType),
      attribute("age", .integer32AttributeType), attribute("big", .integer64AttributeType),
      attribute("score", .doubleAttributeType), attribute("active", .booleanAttributeType),
      attribute("born", .dateAttributeType), attribute("salary", .decimalAttributeType),
      attribute("token", .UUIDAttributeType), attribute("site", .URIAttributeType),
      attribute("photo", .binaryDataAttributeType), attribute("extra", .transformableAttributeType), hidden,
      relationship("team", to: team, toMany: false), relationship("boss", to: person, toMany: false),
      relationship("reports", to: person), relationship("tags", to: tag), relationship("friends", to: person),
    ]
    employee.properties = [attribute("level", .integer16AttributeType)]
    team.properties = [
      attribute("name", .stringAttributeType), attribute("minAge", .integer32AttributeType),
      attribute("founded", .dateAttributeType), relationship("members", to: person),
    ]
    tag.properties = [attribute("label", .stringAttributeType), relationship("people", to: person)]
    person.subentities = [employee]
    connect(person, "team", team, "members")
    connect(person, "boss", person, "reports")
    connect(person, "tags", tag, "people")
    person.indexes = ["name", "age", "born"].map { name in
      NSFetchIndexDescription(
        name: "by_\(name)",
        elements: [NSFetchIndexElementDescription(property: person.propertiesByName[name]!, collationType: .binary)])
    }
    let model = NSManagedObjectModel()
    model.entities = [person, employee, team, tag]
    return model
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
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
    _ name: String, to destination: NSEntityDescription, toMany: Bool = true
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = toMany ? 0 : 1
    return relationship
  }

  private static func connect(
    _ first: NSEntityDescription, _ name: String, _ second: NSEntityDescription, _ inverse: String
  ) {
    let one = first.relationshipsByName[name]!
    let other = second.relationshipsByName[inverse]!
    one.inverseRelationship = other
    other.inverseRelationship = one
  }
}
