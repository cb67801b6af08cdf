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

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
