/// Finds names that Swift or a managed object's class cannot take, before a compiler stumbles over them.
struct NameChecker {
  /// What `NSObject` and `NSManagedObject` have without parameters, on any platform: Core Data forbids these to
  /// properties.
  private static let members: Set<String> = [
    "class", "superclass", "zone", "hash", "hashValue", "description", "debugDescription", "copy", "mutableCopy",
    "retain", "release", "autorelease", "retainCount", "dealloc", "finalize", "isProxy", "observationInfo",
    "classForCoder", "className", "entity", "objectID", "managedObjectContext", "isInserted", "isUpdated", "isDeleted",
    "hasChanges", "hasPersistentChangedValues", "isFault", "faultingState", "changedValues",
    "changedValuesForCurrentEvent", "prepareForDeletion", "willSave", "didSave", "awakeFromFetch", "awakeFromInsert",
    "willTurnIntoFault", "didTurnIntoFault", "validateForInsert", "validateForUpdate", "validateForDelete",
    "objectWillChange",
  ]

  private let entities: [String: EntityRecord]
  private let generated: [GeneratedClass]

  init(_ document: ModelDocument, classes: [GeneratedClass]) {
    entities = Dictionary(document.entities.map { ($0.name, $0) }) { first, _ in first }
    generated = classes.filter { $0.entity.codeGeneration != .manual }
  }

  func problems() -> [ModelFormatError] {
    duplicateClasses() + generated.flatMap { classProblems($0) + propertyProblems($0) + accessorProblems($0) }
  }

  private func duplicateClasses() -> [ModelFormatError] {
    var owners: [String: String] = [:]
    return generated.compactMap { type in
      guard let owner = owners.updateValue(type.entity.name, forKey: type.name) else { return nil }
      return ModelFormatError(
        .nameClash, entity: type.entity.name,
        reason: "the class \"\(type.name)\" is generated for the entity \"\(owner)\" already",
        hint: "give the entity a class of its own, or set its code generation to Manual/None")
    }
  }

  private func classProblems(_ type: GeneratedClass) -> [ModelFormatError] {
    if let text = type.entity.userInfo[GenerationSettings.accessLevelKey]?.string,
      GenerationSettings.AccessLevel(rawValue: text) == nil
    {
      let known = GenerationSettings.AccessLevel.allCases.map(\.rawValue).joined(separator: ", ")
      return [
        ModelFormatError(
          .invalidValue, entity: type.entity.name,
          reason: "unknown access level \"\(text)\" in the user info entry \(GenerationSettings.accessLevelKey)",
          hint: "one of \(known)")
      ]
    }
    guard SwiftName.isIdentifier(type.name), !SwiftName.unusable.contains(type.name) else {
      return [
        ModelFormatError(
          .invalidName, entity: type.entity.name, reason: "a Swift class cannot be named \"\(type.name)\"")
      ]
    }
    guard PropertyType.usedNames.contains(type.name) else { return [] }
    return [
      ModelFormatError(
        .nameClash, entity: type.entity.name,
        reason: "a class named \"\(type.name)\" hides the type of that name, which accessors use",
        hint: "name the class otherwise; the entity may keep its name")
    ]
  }

  private func propertyProblems(_ type: GeneratedClass) -> [ModelFormatError] {
    let entity = type.entity
    var problems = entity.propertyNames.compactMap { name -> ModelFormatError? in
      if !SwiftName.isIdentifier(name) || SwiftName.unusable.contains(name) {
        return ModelFormatError(
          .invalidName, entity: entity.name, property: name, reason: "a Swift property cannot be named \"\(name)\"")
      }
      guard Self.members.contains(name) else { return nil }
      return ModelFormatError(
        .nameClash, entity: entity.name, property: name,
        reason: "\"\(name)\" is a member of NSObject or NSManagedObject, which a property cannot replace",
        hint: "rename the property and give it the renaming identifier \"\(name)\"")
    }
    for attribute in entity.attributes where PropertyType(attribute).isTransformable {
      guard let text = attribute.customClassName, SwiftType(text) == nil else { continue }
      problems.append(
        ModelFormatError(
          .invalidName, entity: entity.name, property: attribute.name, reason: "\"\(text)\" is no Swift type"))
    }
    return problems
  }

  /// Two relationships whose names differ in the case of the first letter have the same accessors.
  private func accessorProblems(_ type: GeneratedClass) -> [ModelFormatError] {
    var owners: [String: String] = [:]
    var ancestor = type.entity.parentName.flatMap { entities[$0] }
    while let entity = ancestor {
      for relationship in entity.relationships where relationship.isToMany {
        owners[SwiftName.capitalized(relationship.name)] = "\(entity.name).\(relationship.name)"
      }
      ancestor = entity.parentName.flatMap { entities[$0] }
    }
    return type.entity.relationships.filter(\.isToMany).compactMap { relationship in
      let stem = SwiftName.capitalized(relationship.name)
      let name = "\(type.entity.name).\(relationship.name)"
      guard let owner = owners.updateValue(name, forKey: stem) else { return nil }
      return ModelFormatError(
        .nameClash, entity: type.entity.name, property: relationship.name,
        reason: "\"addTo\(stem)\" and its like are accessors of \"\(owner)\" already")
    }
  }
}
