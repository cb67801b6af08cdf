import CoreDataCompat
import Foundation

/// A small model for tests of stacks: people in teams, with tags.
public enum PracticeModel {
  /// A new model: `Person` (name, nick, age, score, balance, born, photo, team, tags, friends in order), `Team` (name,
  /// members, lead) and `Tag` (label, people), with `Employee` (badge) and `Contractor` under `Person`.
  ///
  /// - Parameter change: called with the entities before the model is made, to make another version of it.
  public static func make(change: ([String: NSEntityDescription]) -> Void = { _ in }) -> NSManagedObjectModel {
    var entities: [String: NSEntityDescription] = [:]
    for name in ["Person", "Team", "Tag", "Employee", "Contractor"] {
      let entity = NSEntityDescription()
      entity.name = name
      entities[name] = entity
    }
    guard let person = entities["Person"], let team = entities["Team"], let tag = entities["Tag"],
      let employee = entities["Employee"], let contractor = entities["Contractor"]
    else { return NSManagedObjectModel() }
    person.subentities = [employee, contractor]

    let members = relationship("members", to: person, many: true)
    let lead = relationship("lead", to: person, many: false)
    let leads = relationship("leads", to: team, many: true)
    let people = relationship("people", to: person, many: true)
    let personsTeam = relationship("team", to: team, many: false)
    let tags = relationship("tags", to: tag, many: true)
    let friends = relationship("friends", to: person, many: true)
    let friendOf = relationship("friendOf", to: person, many: true)
    friends.isOrdered = true
    for (one, other) in [(members, personsTeam), (lead, leads), (people, tags), (friends, friendOf)] {
      one.inverseRelationship = other
      other.inverseRelationship = one
    }

    person.properties = [
      attribute("name", .stringAttributeType, isOptional: false), attribute("nick", .stringAttributeType),
      attribute("age", .integer32AttributeType), attribute("score", .doubleAttributeType),
      attribute("balance", .decimalAttributeType), attribute("born", .dateAttributeType),
      attribute("photo", .binaryDataAttributeType), personsTeam, tags, leads, friends, friendOf,
    ]
    team.properties = [attribute("name", .stringAttributeType), members, lead]
    tag.properties = [attribute("label", .stringAttributeType), people]
    employee.properties = [attribute("badge", .integer64AttributeType)]
    change(entities)
    let model = NSManagedObjectModel()
    model.entities = [person, team, tag]
    return model
  }

  /// An attribute for a changed model.
  public static func attribute(
    _ name: String, _ type: NSAttributeType, isOptional: Bool = true
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = isOptional
    return attribute
  }

  private static func relationship(
    _ name: String, to destination: NSEntityDescription, many: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = many ? 0 : 1
    relationship.isOptional = true
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }
}
