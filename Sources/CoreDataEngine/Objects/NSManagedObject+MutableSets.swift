/// To-many relationships as sets that change them.
extension NSManagedObject {
  final func mutableSet(forKey key: String) -> NSMutableSet {
    RelationshipSet(self, toManyRelationship(key, isOrdered: false))
  }

  final func mutableOrderedSet(forKey key: String) -> NSMutableOrderedSet {
    RelationshipOrderedSet(self, toManyRelationship(key, isOrdered: true))
  }

  private func toManyRelationship(_ key: String, isOrdered: Bool) -> PropertyLayout {
    guard let property = property(named: key) else { undefinedKey(key) }
    guard property.isToMany, property.isOrdered == isOrdered else {
      fatalError(
        "'\(key)' of the entity '\(layout.name)' is no to-many relationship \(isOrdered ? "with" : "without") an order."
      )
    }
    return property
  }

  /// The object and the key at the end of a key path; a path that breaks off traps.
  final func endOfKeyPath(_ keyPath: String) -> (NSManagedObject, String) {
    guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
    guard let owner = value(forKeyPath: String(keyPath[..<dot])) as? NSManagedObject else {
      fatalError("There is no object at the key path '\(keyPath[..<dot])' of \(self).")
    }
    return (owner, String(keyPath[keyPath.index(after: dot)...]))
  }
}
