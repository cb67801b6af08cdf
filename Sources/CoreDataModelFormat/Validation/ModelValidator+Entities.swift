extension ModelValidator {
  /// Property names are gathered per entity, so the depth bounds the memory that takes.
  private static let maximumHierarchyDepth = 256

  func duplicateEntities() -> [ModelFormatError] {
    var seen: Set<String> = []
    return document.entities.compactMap { entity in
      seen.insert(entity.name).inserted
        ? nil
        : ModelFormatError(
          .duplicateEntity, entity: entity.name, reason: "two entities are named \"\(entity.name)\"")
    }
  }

  func parentProblems() -> [ModelFormatError] {
    var problems: [ModelFormatError] = []
    var depths: [String: Int] = [:]
    for entity in document.entities {
      var path: [String] = []
      var onPath: Set<String> = []
      var step = entity
      var base = 0
      while true {
        if let depth = depths[step.name] {
          base = depth
          break
        }
        guard onPath.insert(step.name).inserted else {
          let cycle = path.drop { $0 != step.name } + [step.name]
          problems.append(
            ModelFormatError(
              .parentCycle, entity: step.name,
              reason: "the entity is its own ancestor: " + cycle.joined(separator: " → ")))
          break
        }
        path.append(step.name)
        guard let parentName = step.parentName else { break }
        guard let parent = entities[parentName] else {
          problems.append(
            ModelFormatError(
              .unknownParent, entity: step.name, reason: "the parent entity \"\(parentName)\" does not exist",
              hint: suggestion(for: parentName, among: entities.keys)))
          break
        }
        step = parent
      }
      for name in path.reversed() {
        base += 1
        depths[name] = base
      }
      if base > Self.maximumHierarchyDepth, !path.isEmpty {
        problems.append(
          ModelFormatError(
            .limitExceeded, entity: entity.name,
            reason: "the entity has more than \(Self.maximumHierarchyDepth) ancestors"))
      }
    }
    return problems
  }

  func propertyNameProblems(of entity: EntityRecord, inherited: [String: [String: String]]) -> [ModelFormatError] {
    let above = entity.parentName.flatMap { inherited[$0] } ?? [:]
    var own: Set<String> = []
    return entity.propertyNames.compactMap { name in
      if !own.insert(name).inserted {
        return ModelFormatError(
          .duplicateProperty, entity: entity.name, property: name, reason: "two properties are named \"\(name)\"")
      }
      return above[name].map { owner in
        ModelFormatError(
          .duplicateProperty, entity: entity.name, property: name,
          reason: "the property is already inherited from entity \"\(owner)\"")
      }
    }
  }

  /// A name that differs only in case, which is the usual slip.
  func suggestion(for name: String, among names: some Collection<String>) -> String? {
    // A list as long as no hand-made model's is not worth the search for every problem.
    guard names.count <= 256 else { return nil }
    let lowered = name.lowercased()
    return names.first { $0.lowercased() == lowered }.map { "did you mean \"\($0)\"?" }
  }
}
