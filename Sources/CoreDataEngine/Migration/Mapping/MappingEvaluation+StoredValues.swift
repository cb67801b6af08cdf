/// Values that are handed on in the form in which they are stored.
extension MappingEvaluation {
  /// The stored value that a plain key path of `$source` leads to, when the newer attribute can keep it as it is: archives,
  /// which may be such as nothing here can decode, and the bytes of large data. nil for everything else.
  ///
  /// Throws when data that lies in a file of its own cannot be read.
  func storedValue(_ tree: ExpressionTree, of source: NSManagedObject, for newer: PropertyLayout) throws -> Value? {
    guard let (object, older) = attribute(at: tree, of: source), let stored = object.unchangedValue(older) else {
      return nil
    }
    switch (older.attributeKind, newer.attributeKind) {
    case (.transformable, .transformable):
      guard let (before, now) = pair(older.attribute, newer.attribute), TransformableCoding.isSame(before, now) else {
        return nil
      }
    case (.binary, .binary): guard older.usesExternalStorage else { return nil }
    case (.composite, .composite):
      guard let (before, now) = pair(older.composite, newer.composite), case .data(let data) = stored,
        let values = before.values(in: data)
      else { return nil }
      return before.handedOn(values, to: now)
    default: return nil
    }
    guard case .data(let data) = stored, older.usesExternalStorage else { return stored }
    return .data(try object.resolved(data))
  }

  /// Throws when a key path leads to an archive that cannot be decoded: it would be taken for nil.
  func requireDecodable(_ keys: [String], of source: Any?) throws {
    guard let source = source as? NSManagedObject, let (object, older) = attribute(at: keys, of: source),
      older.attributeKind == .transformable, case .data? = object.unchangedValue(older)
    else { return }
    throw PredicateEvaluationError("The stored value of '\(older.owner.name).\(older.name)' cannot be decoded here")
  }

  /// The attribute that a plain key path of the older object leads to, and the object that has it.
  private func attribute(at tree: ExpressionTree, of source: NSManagedObject) -> (NSManagedObject, PropertyLayout)? {
    switch tree {
    case .keyPath(let keys, of: .variable(NSMigrationSourceObjectKey)), .keyPath(let keys, of: .evaluatedObject):
      return attribute(at: keys, of: source)
    case .function(PredicateFunction.call, let arguments) where arguments.count == 3:
      guard case .variable(NSMigrationSourceObjectKey) = arguments[0],
        case .constant(let name as String) = arguments[1], MappingEvaluation.readers.contains(name),
        case .constant(let path as String) = arguments[2]
      else { return nil }
      return attribute(at: path.split(separator: ".").map(String.init), of: source)
    default: return nil
    }
  }

  private func attribute(at keys: [String], of source: NSManagedObject) -> (NSManagedObject, PropertyLayout)? {
    var object = source
    for key in keys.dropLast() {
      guard object.property(named: key)?.isToOne == true, let next = object.value(forKey: key) as? NSManagedObject
      else { return nil }
      object = next
    }
    guard let property = keys.last.flatMap({ object.property(named: $0) }), property.attributeKind != nil else {
      return nil
    }
    return (object, property)
  }

  private func pair<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    guard let a, let b else { return nil }
    return (a, b)
  }
}

extension NSManagedObject {
  /// The value of an attribute as it is stored; nil when it was changed since.
  fileprivate func unchangedValue(_ property: PropertyLayout) -> Value? {
    guard !property.isTransient else { return nil }
    prepareAccess()
    return touched?.changed.contains(property.slot) == true ? nil : committedValue(property)
  }
}

extension CompositeLayout {
  /// The values of the leaves as those of another composite; nil when it has not all of them in the same form.
  fileprivate func handedOn(_ values: [Value], to other: CompositeLayout) -> Value? {
    var all = [Value](repeating: .null, count: other.leaves.count)
    for (leaf, value) in zip(leaves, values) {
      guard let place = other.leaf(at: leaf.path), other.leaves[place].kind == leaf.kind,
        leaf.kind != .transformable || TransformableCoding.isSame(leaf.attribute, other.leaves[place].attribute)
      else { return nil }
      all[place] = value
    }
    return other.packed(all)
  }
}
