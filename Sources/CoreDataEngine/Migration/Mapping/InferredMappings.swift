/// Writes down as mappings what can be inferred from two models.
struct InferredMappings {
  let matching: ModelMatching

  /// One mapping for each entity that is not abstract, in Apple's naming: `IEM_Copy_X`, `IEM_Transform_X`, `IEM_Add_X`,
  /// `IEM_Remove_X`.
  func entityMappings() -> [NSEntityMapping] {
    var mappings: [NSEntityMapping] = []
    for entity in matching.destination.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) where !entity.isAbstract {
      mappings.append(mapping(for: entity))
    }
    for entity in matching.source.sorted(by: { ($0.name ?? "") < ($1.name ?? "") })
    where !entity.isAbstract && matching.successor(of: entity) == nil {
      let mapping = NSEntityMapping()
      mapping.name = "IEM_Remove_\(entity.name ?? "")"
      mapping.mappingType = .removeEntityMappingType
      mapping.sourceEntityName = entity.name
      mapping.sourceEntityVersionHash = entity.versionHash
      mappings.append(mapping)
    }
    return mappings
  }

  private func mapping(for entity: NSEntityDescription) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    let name = entity.name ?? ""
    mapping.destinationEntityName = name
    mapping.destinationEntityVersionHash = entity.versionHash
    guard let older = matching.predecessor(of: entity), !older.isAbstract else {
      mapping.name = "IEM_Add_\(name)"
      mapping.mappingType = .addEntityMappingType
      return mapping
    }
    let isCopy = older.versionHash == entity.versionHash
    mapping.name = "IEM_\(isCopy ? "Copy" : "Transform")_\(name)"
    mapping.mappingType = isCopy ? .copyEntityMappingType : .transformEntityMappingType
    mapping.sourceEntityName = older.name
    mapping.sourceEntityVersionHash = older.versionHash
    mapping.sourceExpression = NSExpression.make(MappingExpression.request(forEntity: older.name ?? ""))
    let predecessors = matching.predecessors(ofPropertiesOf: entity)
    mapping.attributeMappings = properties(entity.attributesByName, predecessors) { MappingExpression.source($0) }
    mapping.relationshipMappings = properties(entity.relationshipsByName, predecessors) {
      MappingExpression.destinations(ofRelationship: $0)
    }
    return mapping
  }

  private func properties(
    _ table: [String: some NSPropertyDescription], _ predecessors: [String: NSPropertyDescription],
    _ expression: (String) -> ExpressionTree
  ) -> [NSPropertyMapping] {
    table.filter { !$1.isTransient && !($1 is NSDerivedAttributeDescription) }.sorted { $0.key < $1.key }.map {
      name, _ in
      let mapping = NSPropertyMapping()
      mapping.name = name
      mapping.valueExpression = predecessors[name].map { NSExpression.make(expression($0.name)) }
      return mapping
    }
  }
}
