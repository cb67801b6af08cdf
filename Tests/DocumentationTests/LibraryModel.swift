import CoreDataCompat

/// The model of the snippets that need relationships: authors and their books.
enum LibraryModel {
  static func make() -> NSManagedObjectModel {
    let author = entity("Author", attributes: ["name": .stringAttributeType])
    let book = entity(
      "Book",
      attributes: [
        "title": .stringAttributeType, "pages": .integer64AttributeType, "published": .dateAttributeType,
      ])
    relate(author, "books", isToMany: true, to: book, "author")
    let model = NSManagedObjectModel()
    model.entities = [author, book]
    return model
  }

  private static func entity(_ name: String, attributes: [String: NSAttributeType]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }

  private static func relate(
    _ source: NSEntityDescription, _ name: String, isToMany: Bool, to target: NSEntityDescription, _ inverse: String
  ) {
    let forward = NSRelationshipDescription()
    forward.name = name
    forward.destinationEntity = target
    forward.maxCount = isToMany ? 0 : 1
    forward.deleteRule = .nullifyDeleteRule
    let backward = NSRelationshipDescription()
    backward.name = inverse
    backward.destinationEntity = source
    backward.maxCount = 1
    backward.deleteRule = .nullifyDeleteRule
    forward.inverseRelationship = backward
    backward.inverseRelationship = forward
    source.properties.append(forward)
    target.properties.append(backward)
  }
}
