/// Evaluates the expressions of a mapping, and gives objects the results.
struct MappingEvaluation {
  let manager: NSMigrationManager
  let mapping: NSEntityMapping
  let policy: NSEntityMigrationPolicy

  func setAttribute(_ property: NSPropertyMapping, of object: NSManagedObject, from source: NSManagedObject) throws {
    guard let name = property.name, let expression = property.valueExpression,
      !property.isGenerated || hasSource(expression, source)
    else { return }
    guard let layout = object.property(named: name), let attribute = layout.attribute, let kind = layout.attributeKind
    else { throw problem(name, "The entity has no such attribute.") }
    if let stored = try storedValue(expression.tree, of: source, for: layout) {
      return object.setAttribute(stored, layout)
    }
    let value = try self.value(of: expression, property, source, object)
    if case .failure(let failure) = Value.coerced(value, to: kind, of: attribute) {
      throw problem(name, failure.text)
    }
    object.setValue(value, forKey: name)
  }

  func setRelationship(_ property: NSPropertyMapping, of object: NSManagedObject, from source: NSManagedObject) throws {
    guard let name = property.name, let expression = property.valueExpression,
      !property.isGenerated || hasSource(expression, source)
    else { return }
    guard let layout = object.property(named: name), layout.isRelationship else {
      throw problem(name, "The entity has no such relationship.")
    }
    let value = try self.value(of: expression, property, source, object)
    let objects = (value.map { AnyValue.elements($0) ?? [$0] } ?? []).compactMap { $0 as? NSManagedObject }
    for destination in objects where !destination.entity.isKindOf(entity: layout.destination.entity) {
      throw problem(name, "An object of '\(destination.entity.name ?? "")' cannot be its destination.")
    }
    if layout.isToOne {
      object.setValue(objects.first, forKey: name)
    } else if layout.isOrdered {
      object.setValue(NSOrderedSet(array: objects), forKey: name)
    } else {
      object.setValue(Set(objects), forKey: name)
    }
  }

  /// The older objects of the mapping.
  func sources() throws -> [NSManagedObject] {
    guard let entity = manager.sourceEntity(for: mapping) else { return [] }
    let tree = mapping.sourceExpression?.tree ?? MappingExpression.request(forEntity: entity.name ?? "")
    let value = try value(of: tree, bindings(nil, nil, nil))
    if let request = value as? NSFetchRequest<NSManagedObject> { return try manager.sourceContext.fetch(request) }
    return (value.map { AnyValue.elements($0) ?? [$0] } ?? []).compactMap { $0 as? NSManagedObject }
  }

  // MARK: Values

  private func value(
    of expression: NSExpression, _ property: NSPropertyMapping, _ source: NSManagedObject, _ object: NSManagedObject
  ) throws -> Any? {
    do {
      return try value(of: expression.tree, bindings(property, source, object))
    } catch let error as PredicateEvaluationError {
      throw problem(property.name ?? "", "\(error)")
    }
  }

  private func bindings(
    _ property: NSPropertyMapping?, _ source: NSManagedObject?, _ object: NSManagedObject?
  ) -> [String: Any?] {
    [
      NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping, NSMigrationEntityPolicyKey: policy,
      NSMigrationPropertyMappingKey: property, NSMigrationSourceObjectKey: source,
      NSMigrationDestinationObjectKey: object,
    ]
  }

  /// The methods of objects that read a value.
  static let readers: Set = ["valueForKeyPath:", "valueForKey:"]

  /// The evaluator of predicates knows no methods; calls are taken out of the expression before it sees it.
  private func value(of tree: ExpressionTree, _ bindings: [String: Any?]) throws -> Any? {
    switch tree {
    case .function(PredicateFunction.call, let arguments) where arguments.count >= 2:
      guard case .constant(let name as String) = arguments[1] else { return nil }
      let target = try value(of: arguments[0], bindings)
      return try call(name, of: target, arguments.dropFirst(2).map { try value(of: $0, bindings) })
    case .function(let name, let arguments):
      let values = try arguments.map { ExpressionTree.constant(try value(of: $0, bindings)) }
      return try PredicateEvaluator(bindings: bindings).value(of: .function(name, values), nil)
    case .keyPath(let keys, of: let operand):
      if case .evaluatedObject = operand { return try read(keys, of: bindings["source"] ?? nil) }
      return try read(keys, of: try value(of: operand, bindings))
    case .aggregate(let members): return try members.map { try value(of: $0, bindings) ?? NSNull() }
    case .conditional(let predicate, then: let first, otherwise: let second):
      let holds = try PredicateEvaluator(bindings: bindings).matches(predicate, bindings["source"] ?? nil)
      return try value(of: holds ? first : second, bindings)
    default: return try PredicateEvaluator(bindings: bindings).value(of: tree, bindings["source"] ?? nil)
    }
  }

  private func read(_ keys: [String], of object: Any?) throws -> Any? {
    let value = try KeyPathReader.value(at: keys, of: object)
    if value == nil { try requireDecodable(keys, of: object) }
    return value
  }

  private func call(_ name: String, of target: Any?, _ arguments: [Any?]) throws -> Any? {
    switch target {
    case let manager as NSMigrationManager: return try manager.value(ofFunction: name, arguments)
    case let policy as NSEntityMigrationPolicy:
      return try policy.value(ofFunction: name, arguments: arguments, manager: manager)
    case let object as any KeyValueCoding:
      guard let path = arguments.first as? String, MappingEvaluation.readers.contains(name) else {
        throw PredicateEvaluationError("An object has no function '\(name)' here")
      }
      return try read(path.split(separator: ".").map(String.init), of: object)
    case nil: return nil
    default: throw PredicateEvaluationError("\(Swift.type(of: target)) has no function '\(name)' here")
    }
  }

  /// Whether the older entity has what a made-up expression begins with.
  private func hasSource(_ expression: NSExpression, _ source: NSManagedObject) -> Bool {
    func firstKey(_ tree: ExpressionTree) -> String? {
      switch tree {
      case .keyPath(let keys, of: _): keys.first
      case .function(_, let arguments): arguments.lazy.compactMap(firstKey).first
      default: nil
      }
    }
    return firstKey(expression.tree).map { source.entity.propertiesByName[$0] != nil } ?? true
  }

  private func problem(_ property: String, _ reason: String) -> NSError {
    NSError.coreData(
      NSEntityMigrationPolicyError,
      reason: "The mapping '\(mapping.name ?? "")' cannot set '\(property)': \(reason)",
      userInfo: [
        "entityMapping": mapping.name ?? "", "entity": mapping.destinationEntityName ?? "", "property": property,
        "reason": reason,
      ])
  }
}
