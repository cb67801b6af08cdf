extension ModelDocument {
  /// The document as a compiled model can hold it.
  ///
  /// Everything is in order of names, legacy indexes have become fetch indexes and the other way round, and what
  /// matters only to an editor, a code generator or CloudKit is gone.
  package func compiledForm() -> ModelDocument {
    var compiled = self
    compiled.settings = ModelSettings()
    compiled.versionIdentifiers = Array(Set(versionIdentifiers)).sorted()
    compiled.composites.sort { $0.name < $1.name }
    compiled.configurations = configurations.mapValues { Array(Set($0)).sorted() }
    compiled.entities = entities.map { $0.compiledForm() }.sorted { $0.name < $1.name }
    compiled.fetchRequests.sort { $0.name < $1.name }
    return compiled
  }
}

extension EntityRecord {
  fileprivate func compiledForm() -> EntityRecord {
    var compiled = self
    compiled.codeGeneration = .manual
    compiled.coreSpotlightDisplayNameExpression = nil
    compiled.fetchIndexes = effectiveFetchIndexes.sorted { $0.name < $1.name }
    compiled.compoundIndexes = compiledCompoundIndexes()
    let indexed = Set(compiled.fetchIndexes.flatMap(\.elements).compactMap(\.propertyName))
    compiled.attributes = attributes.map { attribute in
      var attribute = attribute
      attribute.usesScalarValueType = nil
      attribute.isStoredInTruthFile = false
      attribute.allowsCloudEncryption = false
      attribute.isIndexed = attribute.isIndexed || indexed.contains(attribute.name)
      return attribute
    }.sorted { $0.name < $1.name }
    compiled.relationships = relationships.map { relationship in
      var relationship = relationship
      relationship.isIndexed = relationship.isIndexed || indexed.contains(relationship.name)
      return relationship
    }.sorted { $0.name < $1.name }
    compiled.fetchedProperties = fetchedProperties.map { property in
      var property = property
      property.isOptional = true
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
