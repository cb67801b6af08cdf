extension ModelDocument {
  /// The document as a compiled model can hold it.
  ///
  /// Everything is in order of names, legacy indexes have become fetch indexes and the other way round, and what
  /// matters only to an editor, a code generator or CloudKit is gone.
  package func compiledForm() -> ModelDocument {
    var compiled = self
    compiled.settings = ModelSettings()
    compiled.versionIdentifiers = Array(Set(versionIdentifiers)).sorted()
    let owners = relationshipOwners()
    let composites = Dictionary(self.composites.map { ($0.name, $0.elements) }) { first, _ in first }
    compiled.composites = []
    compiled.configurations = configurations.mapValues { Array(Set($0)).sorted() }
    compiled.entities = entities.map { $0.compiledForm(owners: owners, composites: composites) }.sorted {
      $0.name < $1.name
    }
    compiled.fetchRequests = fetchRequests.map { $0.compiledForm() }.sorted { $0.name < $1.name }
    return compiled
  }

  /// Who declares the relationships that an entity has, its own and inherited ones.
  private func relationshipOwners() -> (_ entity: String, _ relationship: String) -> String? {
    let parents = Dictionary(entities.map { ($0.name, $0.parentName) }) { first, _ in first }
    let declared = Dictionary(entities.map { ($0.name, Set($0.relationships.map(\.name))) }) { first, _ in first }
    return { entity, relationship in
      var seen: Set<String> = []
      var step: String? = entity
      while let current = step, seen.insert(current).inserted {
        if declared[current]?.contains(relationship) == true { return current }
        step = parents[current] ?? nil
      }
      return nil
    }
  }
}

extension EntityRecord {
  fileprivate func compiledForm(
    owners: (String, String) -> String?, composites: [String: [AttributeRecord]]
  ) -> EntityRecord {
    var compiled = self
    compiled.codeGeneration = .manual
    compiled.coreSpotlightDisplayNameExpression = nil
    compiled.fetchIndexes = effectiveFetchIndexes.map { index in
      var index = index
      index.partialIndexPredicate = index.partialIndexPredicate?.normalized
      index.elements = index.elements.map { $0.compiledForm() }
      return index
    }.sorted { $0.name < $1.name }
    compiled.compoundIndexes = compiledCompoundIndexes()
    let indexed = Set(compiled.fetchIndexes.flatMap(\.elements).compactMap(\.propertyName))
    compiled.attributes = attributes.map { attribute in
      var attribute = attribute.compiledForm(composites: composites)
      attribute.isIndexed = attribute.isIndexed || indexed.contains(attribute.name)
      return attribute
    }.sorted { $0.name < $1.name }
    compiled.relationships = relationships.map { relationship in
      var relationship = relationship
      relationship.validationRules = relationship.validationRules.map { $0.compiledForm() }
      relationship.inverseEntityName = relationship.inverseName.flatMap { name in
        let named = relationship.inverseEntityName ?? relationship.destinationEntityName
        return owners(named, name) ?? named
      }
      relationship.isIndexed = relationship.isIndexed || indexed.contains(relationship.name)
      return relationship
    }.sorted { $0.name < $1.name }
    compiled.fetchedProperties = fetchedProperties.map { property in
      var property = property
      property.isOptional = true
      property.fetchRequest = property.fetchRequest.compiledForm()
      property.fetchRequest.name = FetchedPropertyRecord.requestName
      return property
    }.sorted { $0.name < $1.name }
    return compiled
  }

  private func compiledCompoundIndexes() -> [[String]] {
    let fromFetchIndexes = effectiveFetchIndexes.map { $0.elements.compactMap(\.propertyName) }.filter { $0.count > 1 }
    return Array(Set(compoundIndexes + fromFetchIndexes)).sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension AttributeRecord {
  /// Composites are no names any more, but their elements.
  fileprivate func compiledForm(composites: [String: [AttributeRecord]], depth: Int = 0) -> AttributeRecord {
    var attribute = self
    attribute.usesScalarValueType = nil
    attribute.derivationExpression = derivationExpression.map(PredicateText.normalized(expression:))
    attribute.derivationFilter = derivationFilter?.normalized
    attribute.validationRules = validationRules.map { $0.compiledForm() }
    attribute.isStoredInTruthFile = false
    attribute.allowsCloudEncryption = false
    if type == .composite {
      attribute.compositeName = nil
      attribute.compositeElements =
        depth < AttributeRecord.deepestComposite
        ? elements(in: composites).map { $0.compiledForm(composites: composites, depth: depth + 1) } : []
    }
    return attribute
  }
}

extension ValidationRule {
  fileprivate func compiledForm() -> ValidationRule {
    ValidationRule(predicate: predicate.normalized, warning: warning)
  }
}

extension FetchRequestRecord {
  fileprivate func compiledForm() -> FetchRequestRecord {
    var compiled = self
    compiled.predicate = predicate?.normalized
    compiled.havingPredicate = havingPredicate?.normalized
    return compiled
  }
}

extension FetchIndexRecord.Element {
  fileprivate func compiledForm() -> FetchIndexRecord.Element {
    guard case .expression(let text, let type) = subject else { return self }
    var compiled = self
    compiled.subject = .expression(PredicateText.normalized(expression: text), type: type)
    return compiled
  }
}
