/// What a fetch may ask of a store.
enum StoredPredicate {
  /// The tree of a fetch's predicate; throws for one that only its own code understands, as Apple's stores refuse it.
  static func tree(_ predicate: NSPredicate) throws -> PredicateTree {
    let tree = try predicate.tree.replacingFetches()
    if let problem = firstOpaque(tree) {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason:
          "The predicate '\(problem)' of a fetch request can only be evaluated in memory, so no store can use it. Filter the fetched objects with it."
      )
    }
    return tree
  }

  private static func firstOpaque(_ tree: PredicateTree) -> NSPredicate? {
    switch tree {
    case .opaque(let predicate): return predicate
    case .and(let parts), .or(let parts): return parts.lazy.compactMap(firstOpaque).first
    case .not(let part): return firstOpaque(part)
    case .literal, .comparison: return nil
    }
  }
}
