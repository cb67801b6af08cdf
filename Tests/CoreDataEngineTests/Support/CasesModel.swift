import CoreDataEngine

/// The model of the cases: Person, Team, Tag, and the sub-entities Employee and Contractor.
enum CasesModel {
  static func make(_ change: (inout Parts) -> Void = { _ in }) -> NSManagedObjectModel {
    var parts = Parts()
    change(&parts)
    parts.connect()
    let model = NSManagedObjectModel()
    model.entities = [parts.person, parts.team, parts.tag]
    return model
  }

  /// The pieces before they are put together, so that a test can change some.
  struct Parts {
    let person = NSEntityDescription()
    let employee = NSEntityDescription()
    let contractor = NSEntityDescription()
    let team = NSEntityDescription()
    let tag = NSEntityDescription()
    let name = attribute("name", .stringAttributeType, optional: false)
    let nick = attribute("nick", .stringAttributeType)
    let age = attribute("age", .integer32AttributeType)
    let score = attribute("score", .doubleAttributeType)
    let balance = attribute("balance", .decimalAttributeType)
    let born = attribute("born", .dateAttributeType)
    let photo = attribute("photo", .binaryDataAttributeType)
    let badge = attribute("badge", .integer64AttributeType)
    let teamName = attribute("name", .stringAttributeType)
    let label = attribute("label", .stringAttributeType)
    let personTeam = NSRelationshipDescription()
    let personTags = NSRelationshipDescription()
    let personLeads = NSRelationshipDescription()
    let members = NSRelationshipDescription()
    let lead = NSRelationshipDescription()
    let people = NSRelationshipDescription()
    var extraPersonProperties: [NSPropertyDescription] = []
    var extraTagProperties: [NSPropertyDescription] = []

    mutating func connect() {
      for (entity, name) in [
        (person, "Person"), (employee, "Employee"), (contractor, "Contractor"), (team, "Team"), (tag, "Tag"),
      ] { entity.name = name }
      pair(personTeam, "team", to: team, max: 1, members, "members", to: person, max: 0)
      pair(personTags, "tags", to: tag, max: 0, people, "people", to: person, max: 0)
      pair(personLeads, "leads", to: team, max: 1, lead, "lead", to: person, max: 1)
      person.properties =
        [name, nick, age, score, balance, born, photo, personTeam, personTags, personLeads] + extraPersonProperties
      employee.properties = [badge]
      person.subentities = [employee, contractor]
      team.properties = [teamName, members, lead]
      tag.properties = [label, people] + extraTagProperties
      tag.uniquenessConstraints = [["label"]]
    }

    private func pair(
      _ a: NSRelationshipDescription, _ aName: String, to b: NSEntityDescription, max aMax: Int,
      _ back: NSRelationshipDescription, _ backName: String, to c: NSEntityDescription, max backMax: Int
    ) {
      a.name = aName
      a.destinationEntity = b
      a.maxCount = aMax
      a.inverseRelationship = back
      back.name = backName
      back.destinationEntity = c
      back.maxCount = backMax
      back.inverseRelationship = a
    }
  }

  static func attribute(_ name: String, _ type: NSAttributeType, optional: Bool = true) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = optional
    return attribute
  }
}
