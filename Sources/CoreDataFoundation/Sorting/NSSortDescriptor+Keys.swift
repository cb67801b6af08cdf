import Foundation

extension NSSortDescriptor {
  /// Sorts by the value at a key path; nil sorts the objects themselves. nil values are the smallest.
  ///
  /// Follows Apple's `NSSortDescriptor(key:ascending:)`.
  public convenience init(key: String?, ascending: Bool) {
    self.init(factory: { Self.keyed(KeyedSortDescriptor(name: key, ascending: ascending)) })
  }

  /// Sorts by the value at a key path in an order of the caller's. nil values are the smallest; the comparator does not
  /// see them. A store cannot run the comparator, so such a descriptor sorts in memory.
  public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self.init(factory: { Self.keyed(KeyedSortDescriptor(name: key, ascending: ascending, comparator: cmptr)) })
  }

  /// Sorts by the value at a Swift key path; nil values are the smallest.
  public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(factory: {
      Self.keyed(
        KeyedSortDescriptor(
          name: keyName(of: keyPath), ascending: ascending, read: { ($0 as? Root)?[keyPath: keyPath] }))
    })
  }

  /// The same order as a Swift sort descriptor. Linux Foundation knows no other order for text than that of its values.
  public convenience init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
    let ascending = sortDescriptor.order == .forward
    self.init(factory: {
      guard let keyPath = sortDescriptor.keyPath else {
        var forward = sortDescriptor
        forward.order = .forward
        let compare: Comparator = { [forward] left, right in
          guard let left = left as? Compared, let right = right as? Compared else { return .orderedSame }
          return forward.compare(left, right)
        }
        return Self.keyed(KeyedSortDescriptor(name: nil, ascending: ascending, comparator: compare))
      }
      return Self.keyed(
        KeyedSortDescriptor(
          name: keyName(of: keyPath), ascending: ascending, read: { ($0 as? Compared)?[keyPath: keyPath] }))
    })
  }

  /// The dotted key path that is sorted by; nil for the objects themselves, and when the root class of a Swift key path
  /// cannot name its properties.
  public var key: String? {
    (self as? KeyedSortDescriptor).map(\.name) ?? keyName(of: keyPath)
  }

  /// Whether a store may sort by the key alone, because the order is that of the values themselves.
  package var isNatural: Bool {
    (self as? KeyedSortDescriptor)?.isValueOrder ?? (key != nil && type(of: self) == NSSortDescriptor.self)
  }

  private static func keyed(_ descriptor: NSSortDescriptor) -> Self {
    guard let descriptor = descriptor as? Self else {
      preconditionFailure("\(self)(key:ascending:) makes a plain sort descriptor; call it on NSSortDescriptor")
    }
    return descriptor
  }
}
