/// The orders of text by language that Foundation's `String.StandardComparator` names on Apple's platforms only.
public struct LocalizedTextComparator: Hashable, Sendable {
  let order: TextOrder

  /// Numbers in a text by their value, as file managers sort.
  /// Follows Apple's `String.StandardComparator.localizedStandard`.
  public static let localizedStandard = LocalizedTextComparator(order: .localizedStandard)
  /// By the rules of the user's language. Follows Apple's `String.StandardComparator.localized`.
  public static let localized = LocalizedTextComparator(order: .localized)
}

/// Sort descriptors for text, written as with Foundation on Apple's platforms: text is sorted as file managers sort it
/// unless a comparator says otherwise. Stores sort by them.
///
/// Each initializer stands for one of Foundation's, which is chosen over it for objects of other classes.
extension SortDescriptor where Compared: NSManagedObject {
  /// Sorts by a text in the standard order of the user's language.
  public init(_ keyPath: KeyPath<Compared, String> & Sendable) {
    self.init(keyPath, comparator: .localizedStandard, order: .forward)
  }

  /// Sorts by a text in the standard order of the user's language; nil is the smallest.
  public init(_ keyPath: KeyPath<Compared, String?> & Sendable) {
    self.init(keyPath, comparator: .localizedStandard, order: .forward)
  }

  /// Sorts by a text in the standard order of the user's language, or its reverse.
  public init(_ keyPath: KeyPath<Compared, String> & Sendable, order: SortOrder) {
    self.init(keyPath, comparator: .localizedStandard, order: order)
  }

  /// Sorts by a text in the standard order of the user's language, or its reverse; nil is the smallest.
  public init(_ keyPath: KeyPath<Compared, String?> & Sendable, order: SortOrder) {
    self.init(keyPath, comparator: .localizedStandard, order: order)
  }

  /// Sorts by a text in an order of the user's language.
  public init(_ keyPath: KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator) {
    self.init(keyPath, comparator: comparator, order: .forward)
  }

  /// Sorts by a text in an order of the user's language; nil is the smallest.
  public init(_ keyPath: KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator) {
    self.init(keyPath, comparator: comparator, order: .forward)
  }

  /// Sorts by a text in an order of the user's language, or its reverse.
  public init(
    _ keyPath: KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator, order: SortOrder
  ) {
    self.init(\Compared.[text: keyPath, comparator.order], order: order)
  }

  /// Sorts by a text in an order of the user's language, or its reverse; nil is the smallest.
  public init(
    _ keyPath: KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator, order: SortOrder
  ) {
    self.init(\Compared.[text: keyPath, comparator.order], order: order)
  }
}

extension NSSortDescriptor {
  /// The same order as a Swift sort descriptor of managed objects; stores sort by it.
  ///
  /// For these objects the compiler takes it over the general initializer, and so the initializers above for a
  /// descriptor that is written inside the call.
  public convenience init<Compared: NSManagedObject>(_ sortDescriptor: SortDescriptor<Compared>) {
    self.init(converting: sortDescriptor)
  }
}

extension NSObjectProtocol {
  /// The text at a key path, in an order.
  fileprivate subscript(text keyPath: KeyPath<Self, String> & Sendable, order: TextOrder) -> OrderedText {
    OrderedText(text: self[keyPath: keyPath], order: order)
  }

  /// The text at a key path, which may be nil, in an order.
  fileprivate subscript(text keyPath: KeyPath<Self, String?> & Sendable, order: TextOrder) -> OrderedText {
    OrderedText(text: self[keyPath: keyPath], order: order)
  }
}
