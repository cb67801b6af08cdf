/// The objects of one kind of change, in order, each once. Whether an object is still in it is a flag of the object's
/// own, so that leaving costs nothing.
struct DirtyList {
  private var entries: ContiguousArray<NSManagedObject> = []
  private var hasStale = false
  let flag: ObjectState

  init(_ flag: ObjectState) { self.flag = flag }

  /// Adds an object whose flag was not set; sets it.
  mutating func insert(_ object: NSManagedObject) {
    guard !object.state.contains(flag) else { return }
    object.state.insert(flag)
    entries.append(object)
  }

  /// Takes an object out by clearing its flag.
  mutating func remove(_ object: NSManagedObject) {
    guard object.state.contains(flag) else { return }
    object.state.remove(flag)
    hasStale = true
  }

  /// The members. Linear only after something left.
  mutating func members() -> ContiguousArray<NSManagedObject> {
    if hasStale {
      var seen = Set<ObjectIdentifier>()
      entries = entries.filter { $0.state.contains(flag) && seen.insert(ObjectIdentifier($0)).inserted }
      hasStale = false
    }
    return entries
  }

  /// Whether there are members.
  mutating func isEmpty() -> Bool { hasStale ? members().isEmpty : entries.isEmpty }

  /// Takes all members out, clearing their flags; gives them.
  @discardableResult mutating func removeAll() -> ContiguousArray<NSManagedObject> {
    let all = members()
    for object in all { object.state.remove(flag) }
    entries = []
    return all
  }
}
