/// An index that makes fetches faster. Follows Apple's `NSFetchIndexDescription`.
open class NSFetchIndexDescription: NSObject, NSCopying {
  /// The index's name, unique in its entity.
  open var name: String
  /// What is indexed, in order.
  open var elements: [NSFetchIndexElementDescription] { didSet { adopt() } }
  /// The entity that declares the index; nil until it is assigned to one. Not retained.
  open internal(set) unowned(unsafe) var entity: NSEntityDescription?
  /// Limits the index to the rows that match; nil for all.
  open var partialIndexPredicate: NSPredicate?

  /// Makes an index of `elements`, none when nil.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adopt()
  }

  private func adopt() {
    for element in elements { element.indexDescription = self }
  }

  /// A copy that belongs to no entity.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(
      name: name, elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }
}
