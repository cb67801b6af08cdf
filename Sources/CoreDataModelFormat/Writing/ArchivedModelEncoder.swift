/// Turns a document in compiled form into the archived graph of a model.
struct ArchivedModelEncoder {
  let document: ModelDocument
  var builder = ArchiveBuilder()
  let model: KeyedArchive.Value
  /// Entity name to its place in the archive.
  private(set) var entities: [String: KeyedArchive.Value] = [:]
  /// Entity name, then relationship name, to its place in the archive.
  private(set) var relationships: [String: [String: KeyedArchive.Value]] = [:]

  init(document: ModelDocument) {
    self.document = document
    model = builder.reserve()
    for entity in document.entities {
      entities[entity.name] = builder.reserve()
      var places: [String: KeyedArchive.Value] = [:]
      for relationship in entity.relationships { places[relationship.name] = builder.reserve() }
      relationships[entity.name] = places
    }
  }

  mutating func archive() throws(ModelFormatError) -> KeyedArchive {
    var children: [String: [String]] = [:]
    for entity in document.entities {
      if let parent = entity.parentName { children[parent, default: []].append(entity.name) }
    }
    var pairs: [(key: String, value: KeyedArchive.Value)] = []
    for entity in document.entities {
      let fields = try fields(of: entity, children: children[entity.name] ?? [])
      let place = self.place(of: entity.name)
      builder.fill(place, className: "NSEntityDescription", fields: fields)
      pairs.append((key: entity.name, value: place))
    }
    var fields: [String: KeyedArchive.Value] = ["NSEntities": builder.dictionary(pairs)]
    fields["NSFetchRequestTemplates"] = try templates()
    let identifiers = document.versionIdentifiers.map { builder.string($0) }
    fields["NSVersionIdentifiers"] = builder.array(identifiers, className: "NSSet")
    if !document.configurations.isEmpty {
      let configurations = document.configurations.sorted { $0.key < $1.key }.map { name, members in
        (key: name, value: builder.array(members.map { place(of: $0) }, className: "NSSet"))
      }
      fields["NSConfigurations"] = builder.dictionary(configurations)
    }
    builder.fill(model, className: "NSManagedObjectModel", fields: fields)
    return builder.finish(root: model)
  }

  /// The archived nil for an entity that the document does not have.
  func place(of entity: String) -> KeyedArchive.Value {
    entities[entity] ?? .null
  }

  private mutating func templates() throws(ModelFormatError) -> KeyedArchive.Value {
    guard !document.fetchRequests.isEmpty else { return .null }
    var pairs: [(key: String, value: KeyedArchive.Value)] = []
    for request in document.fetchRequests {
      pairs.append(
        (key: request.name, value: try archived(request, entity: request.entityName, property: request.name)))
    }
    return builder.dictionary(pairs)
  }

  private mutating func fields(
    of entity: EntityRecord, children: [String]
  ) throws(ModelFormatError) -> [String: KeyedArchive.Value] {
    var properties: [(key: String, value: KeyedArchive.Value)] = []
    for attribute in entity.attributes {
      properties.append((key: attribute.name, value: try archived(attribute, in: entity.name)))
    }
    for relationship in entity.relationships {
      properties.append((key: relationship.name, value: try archived(relationship, in: entity.name)))
    }
    for property in entity.fetchedProperties {
      properties.append((key: property.name, value: try archived(property, in: entity.name)))
    }
    var fields: [String: KeyedArchive.Value] = [
      "NSEntityName": builder.string(entity.name),
      "NSClassNameForEntity": builder.string(entity.className ?? "NSManagedObject"),
      "NSManagedObjectModel": model,
      "NSProperties": builder.dictionary(properties),
      "NSSubentities": builder.dictionary(children.map { (key: $0, value: place(of: $0)) }),
      "NSSuperentity": entity.parentName.map { place(of: $0) } ?? .null,
      "NSRenamingIdentifier": builder.string(entity.renamingIdentifier ?? entity.name),
      "NSVersionHashModifier": builder.string(entity.versionHashModifier),
      "NSUserInfo": try archived(entity.userInfo, in: entity.name),
    ]
    if entity.isAbstract { fields["NSIsAbstract"] = .boolean(true) }
    if !entity.uniquenessConstraints.isEmpty { fields["NSUniqueTuples"] = archived(entity.uniquenessConstraints) }
    if !entity.fetchIndexes.isEmpty {
      var indexes: [KeyedArchive.Value] = []
      for index in entity.fetchIndexes { indexes.append(try archived(index, in: entity.name)) }
      fields["NSFetchIndexDescriptions"] = builder.array(indexes, className: "NSMutableArray")
      fields["NSCompoundIndexes"] = archived(entity.compoundIndexes)
    }
    return fields
  }

  private mutating func archived(_ lists: [[String]]) -> KeyedArchive.Value {
    let arrays = lists.map { list in
      builder.array(list.map { builder.string($0) }, className: "NSMutableArray")
    }
    return builder.array(arrays, className: "NSMutableArray")
  }

  private mutating func archived(
    _ index: FetchIndexRecord, in entity: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    let place = builder.reserve()
    var elements: [KeyedArchive.Value] = []
    for element in index.elements {
      var fields: [String: KeyedArchive.Value] = [
        "NSFetchIndexDescription": place, "NSFetchIndexElementType": .integer(Int64(element.kind.rawValue)),
        "NSAscending": .boolean(element.isAscending),
      ]
      switch element.subject {
      case .property(let name):
        fields["NSPropertyName"] = builder.string(name)
      case .expression(let text, let type):
        fields["NSProperty"] = builder.object(
          "NSExpressionDescription",
          [
            "NSExpression": try archived(expression: text, entity: entity, property: index.name),
            "NSExpressionResultType": .integer(Int64(type.rawValue)),
          ])
      }
      elements.append(builder.object("NSFetchIndexElementDescription", fields))
    }
    builder.fill(
      place, className: "NSFetchIndexDescription",
      fields: [
        "NSIndexName": builder.string(index.name), "NSIndexElements": builder.array(elements),
        "NSEntity": self.place(of: entity),
        "NSPartialIndexPredicate": try archived(index.partialIndexPredicate, entity: entity, property: index.name),
      ])
    return place
  }
}
