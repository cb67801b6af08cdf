/// A section of the results. Follows Apple's `NSFetchedResultsSectionInfo`.
public protocol NSFetchedResultsSectionInfo {
  /// The value of the section key path as text; empty for nil, and without a section key path.
  var name: String { get }
  /// The title in the index; nil for none.
  var indexTitle: String? { get }
  /// How many objects the section has.
  var numberOfObjects: Int { get }
  /// The objects, in order.
  var objects: [Any]? { get }
}
