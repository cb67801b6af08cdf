/// Checks that a document does not contradict itself.
///
/// `problems()` lists everything, warnings included, for a lint; `validate()` throws the first error.
package struct ModelValidator {
  let document: ModelDocument
  /// First entity of each name.
  let entities: [String: EntityRecord]
  /// Entity name, then name, to the relationships that the entity itself declares.
  let relationships: [String: [String: RelationshipRecord]]
  let compositeNames: Set<String>

  package init(_ document: ModelDocument) {
    self.document = document
    entities = Dictionary(document.entities.map { ($0.name, $0) }) { first, _ in first }
    relationships = entities.mapValues { entity in
      Dictionary(entity.relationships.map { ($0.name, $0) }) { first, _ in first }
    }
    compositeNames = Set(document.composites.map(\.name))
  }

  package func validate() throws(ModelFormatError) {
    if let problem = problems().first(where: { $0.severity == .error }) { throw problem }
  }

  package func problems() -> [ModelFormatError] {
    let hierarchy = duplicateEntities() + parentProblems()
    // What follows walks up the parents, so a broken hierarchy is reported alone.
    guard hierarchy.isEmpty else { return hierarchy }
    let inherited = inheritedNames()
    return document.entities.flatMap { entity in
      propertyNameProblems(of: entity, inherited: inherited) + relationshipProblems(of: entity, names: inherited)
        + attributeProblems(of: entity) + indexProblems(of: entity, names: inherited)
    } + compositeProblems() + referenceProblems()
  }

  /// Entity name to the names of all its properties, inherited ones included, each with the entity that declares it.
  private func inheritedNames() -> [String: [String: String]] {
    var names: [String: [String: String]] = [:]
    for entity in document.entities {
      // Parents first; the hierarchy has no cycle at this point.
      var path: [EntityRecord] = []
      var next: EntityRecord? = entity
      while let step = next, names[step.name] == nil {
        path.append(step)
        next = step.parentName.flatMap { entities[$0] }
      }
      for step in path.reversed() {
        var all = step.parentName.flatMap { names[$0] } ?? [:]
        for property in step.propertyNames where all[property] == nil { all[property] = step.name }
        names[step.name] = all
      }
    }
    return names
  }
}
