/// Changes of a to-many relationship whose stored destinations have not been read: they are applied when they are.
///
/// Lets the inverse of a to-one be kept without reading a set that nobody looks at.
final class ToManyDelta {
  private(set) var added: ContiguousArray<NSManagedObject> = []
  private(set) var removed: ContiguousArray<NSManagedObject> = []

  func add(_ object: NSManagedObject) {
    if let index = removed.lastIndex(where: { $0 === object }) {
      removed.remove(at: index)
    } else if added.last !== object {
      added.append(object)
    }
  }

  func remove(_ object: NSManagedObject) {
    if let index = added.lastIndex(where: { $0 === object }) {
      added.remove(at: index)
    } else {
      removed.append(object)
    }
  }

  /// Leaves it to the store whether `object` is a member.
  func forget(_ object: NSManagedObject) {
    added.removeAll { $0 === object }
    removed.removeAll { $0 === object }
  }

  /// `stored` with the changes made to it.
  func applied(to stored: ContiguousArray<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
    let gone = Set(removed.map(ObjectIdentifier.init))
    let known = Set(stored.map(ObjectIdentifier.init))
    return stored.filter { !gone.contains(ObjectIdentifier($0)) }
      + added.filter { !known.contains(ObjectIdentifier($0)) }
  }

  /// The changes as they are now.
  func copy() -> ToManyDelta {
    let copy = ToManyDelta()
    copy.added = added
    copy.removed = removed
    return copy
  }

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
