/// How an index orders an element.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// A tree ordered by value.
  case binary = 0
  /// A tree of ranges.
  case rTree = 1
}

/// One property, or expression, of an index. Follows Apple's `NSFetchIndexElementDescription`.
open class NSFetchIndexElementDescription: NSObject, NSCopying {
  /// The indexed property; its `name` alone is used.
  open private(set) var property: NSPropertyDescription?
  /// How the element is ordered.
  open var collationType: NSFetchIndexElementType
  /// Whether small values come first; true by default.
  open var isAscending = true
  /// The index it belongs to. Not retained.
  open internal(set) unowned(unsafe) var indexDescription: NSFetchIndexDescription?

  /// Makes an ascending element of `property`.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
    super.init()
  }

  /// The name of the indexed property; for an expression that of its description.
  open var propertyName: String? { property?.name }

  /// A copy that belongs to no index.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexElementDescription(
      property: property ?? NSPropertyDescription(), collationType: collationType)
    copy.isAscending = isAscending
    return copy
  }
}
