import Foundation

extension NSSortDescriptor {
  /// Sorts by the value at a key path; nil sorts the objects themselves. nil values are the smallest.
  ///
  /// Follows Apple's `NSSortDescriptor(key:ascending:)`.
  public convenience init(key: String?, ascending: Bool) {
    self.init(factory: { Self.keyed(KeyedSortDescriptor(name: key, ascending: ascending)) })
  }

  /// Sorts by the value at a key path in the order of a method: `compare:`, or of texts `localizedStandardCompare:`,
  /// `localizedCompare:`, `localizedCaseInsensitiveCompare:` and `caseInsensitiveCompare:`. nil is `compare:`.
  ///
  /// A fetch with another selector, or with one of text for a value that is none, throws; sorting in memory traps.
  /// Follows Apple's `NSSortDescriptor(key:ascending:selector:)`.
  public convenience init(key: String?, ascending: Bool, selector: Selector?) {
    self.init(factory: {
      Self.keyed(KeyedSortDescriptor(name: key, ascending: ascending, ordering: SortOrdering(selector)))
    })
  }

  /// Sorts by the value at a key path in an order of the caller's. nil values are the smallest; the comparator does not
  /// see them. A store cannot run the comparator, so such a descriptor sorts in memory.
  public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self.init(factory: { Self.keyed(KeyedSortDescriptor(name: key, ascending: ascending, ordering: .code(cmptr))) })
  }

  /// Sorts by the value at a Swift key path; nil values are the smallest.
  public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(factory: {
      Self.keyed(
        KeyedSortDescriptor(
          name: keyName(of: keyPath), ascending: ascending, read: { ($0 as? Root).map { .some($0[keyPath: keyPath]) } })
      )
    })
  }

  /// The same order as a Swift sort descriptor.
  public convenience init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
    self.init(converting: sortDescriptor)
  }

  package convenience init<Compared: NSObject>(converting sortDescriptor: SortDescriptor<Compared>) {
    let ascending = sortDescriptor.order == .forward
    self.init(factory: {
      guard let keyPath = sortDescriptor.keyPath else {
        var forward = sortDescriptor
        forward.order = .forward
        let compare: Comparator = { [forward] left, right in
          guard let left = left as? Compared, let right = right as? Compared else { return .orderedSame }
          return forward.compare(left, right)
        }
        return Self.keyed(KeyedSortDescriptor(name: nil, ascending: ascending, ordering: .code(compare)))
      }
      let recording = KeyPathRecording(keyPath)
      if let order = (recording?.value as? OrderedText)?.order {
        return Self.keyed(KeyedSortDescriptor(name: recording?.name, ascending: ascending, ordering: .text(order)))
      }
      return Self.keyed(
        KeyedSortDescriptor(
          name: recording?.name, ascending: ascending,
          read: { ($0 as? Compared).map { .some($0[keyPath: keyPath]) } }))
    })
  }

  /// The dotted key path that is sorted by; nil for the objects themselves, and when the root class of a Swift key path
  /// cannot name its properties.
  public var key: String? {
    (self as? KeyedSortDescriptor).map(\.name) ?? keyName(of: keyPath)
  }

  /// The method that values are compared by; nil when a comparator does.
  ///
  /// Follows Apple's property of that name.
  public var selector: Selector? { ordering.selector }

  /// What a store has to sort by.
  package var ordering: SortOrdering {
    if let keyed = self as? KeyedSortDescriptor { return keyed.givenOrdering }
    return key != nil && type(of: self) == NSSortDescriptor.self ? .natural : .code(comparator)
  }

  private static func keyed(_ descriptor: NSSortDescriptor) -> Self {
    guard let descriptor = descriptor as? Self else {
      preconditionFailure("\(self)(key:ascending:) makes a plain sort descriptor; call it on NSSortDescriptor")
    }
    return descriptor
  }
}
