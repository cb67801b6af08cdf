extension PredicateTree {
  /// The keys that a row must have one of to match, when the predicate names them: `SELF == object`, `SELF IN objects`,
  /// alone or as a part of an AND. nil when any row may match.
  func namedKeys(in layout: EntityLayout) -> Set<Int64>? {
    switch self {
    case .and(let parts): parts.lazy.compactMap { $0.namedKeys(in: layout) }.first
    case .comparison(let comparison): comparison.namedKeys(in: layout)
    case .literal, .or, .not, .opaque: nil
    }
  }
}

extension PredicateComparison {
  fileprivate func namedKeys(in layout: EntityLayout) -> Set<Int64>? {
    guard modifier == .direct else { return nil }
    switch type {
    case .equalTo:
      if left.isRowItself { return right.constantKeys(in: layout) }
      return right.isRowItself ? left.constantKeys(in: layout) : nil
    case .in: return left.isRowItself ? right.constantKeys(in: layout) : nil
    default: return nil
    }
  }
}

extension ExpressionTree {
  fileprivate var isRowItself: Bool {
    switch self {
    case .evaluatedObject: true
    case .keyPath(let keys, .evaluatedObject): keys.count == 1 && ["self", "objectID"].contains(keys[0])
    default: false
    }
  }

  /// The keys of constant objects; nil when something else is among the constants.
  fileprivate func constantKeys(in layout: EntityLayout) -> Set<Int64>? {
    switch self {
    case .constant(.some(let value)):
      var keys = Set<Int64>()
      return ExpressionTree.collect(value, layout, &keys) ? keys : nil
    case .aggregate(let elements):
      var keys = Set<Int64>()
      for element in elements {
        guard let found = element.constantKeys(in: layout) else { return nil }
        keys.formUnion(found)
      }
      return keys
    default: return nil
    }
  }

  private static func collect(_ value: Any, _ layout: EntityLayout, _ keys: inout Set<Int64>) -> Bool {
    switch value {
    case let object as NSManagedObject:
      if object.layout.rootIndex == layout.rootIndex { keys.insert(object.key) }
    case let id as NSManagedObjectID:
      if id.layout.rootIndex == layout.rootIndex { keys.insert(id.key) }
    case let set as NSSet: return set.allObjects.allSatisfy { collect($0, layout, &keys) }
    case let set as NSOrderedSet: return set.array.allSatisfy { collect($0, layout, &keys) }
    case let array as [Any]: return array.allSatisfy { collect($0, layout, &keys) }
    case let set as Set<AnyHashable>: return set.allSatisfy { collect($0.base, layout, &keys) }
    default: return false
    }
    return true
  }
}
