import CoreDataModelFormat

/// What happens to the destinations of a relationship when its owner is deleted.
public enum NSDeleteRule: UInt, Sendable {
  /// Nothing; the inverse is left dangling.
  case noActionDeleteRule = 0
  /// The destinations' inverse is cleared.
  case nullifyDeleteRule = 1
  /// The destinations are deleted too.
  case cascadeDeleteRule = 2
  /// The owner cannot be deleted while it has destinations.
  case denyDeleteRule = 3
}

/// A relationship between two entities. Follows Apple's `NSRelationshipDescription`.
open class NSRelationshipDescription: NSPropertyDescription {
  struct RelationshipStorage {
    unowned(unsafe) var destination: NSEntityDescription?
    unowned(unsafe) var inverse: NSRelationshipDescription?
    var maxCount = 0
    var minCount = 0
    var deleteRule = NSDeleteRule.nullifyDeleteRule
    var isOrdered = false
  }

  var relationship = RelationshipStorage()

  /// Makes an optional to-many relationship with the nullify rule.
  public override init() { super.init() }

  /// The entity at the other end. Not retained: the model holds it.
  open var destinationEntity: NSEntityDescription? {
    get { relationship.destination }
    set { assertMutable(); relationship.destination = newValue }
  }

  /// The relationship back; nil for none. Not retained.
  open var inverseRelationship: NSRelationshipDescription? {
    get { relationship.inverse }
    set { assertMutable(); relationship.inverse = newValue }
  }

  /// The most destinations allowed; 0 for no limit, 1 makes the relationship to-one.
  open var maxCount: Int {
    get { relationship.maxCount }
    set { assertMutable(); relationship.maxCount = newValue }
  }

  /// The fewest destinations allowed, checked when the relationship is not empty or not optional.
  open var minCount: Int {
    get { relationship.minCount }
    set { assertMutable(); relationship.minCount = newValue }
  }

  /// What a deletion of the owner does to the destinations.
  open var deleteRule: NSDeleteRule {
    get { relationship.deleteRule }
    set { assertMutable(); relationship.deleteRule = newValue }
  }

  /// Whether more than one destination is allowed.
  open var isToMany: Bool { relationship.maxCount != 1 }

  /// Whether the destinations have an order.
  open var isOrdered: Bool {
    get { relationship.isOrdered }
    set { assertMutable(); relationship.isOrdered = newValue }
  }

  /// Apple's version hash of the relationship.
  open override var versionHash: Data {
    VersionHash.relationship(
      hashBase, destinationEntityName: destinationEntity?.name ?? "", inverseName: inverseRelationship?.name,
      minCount: minCount, maxCount: maxCount, isOrdered: isOrdered)
  }

  override func makeCopy() -> NSPropertyDescription {
    let copy = NSRelationshipDescription()
    copy.relationship = relationship
    return copy
  }
}
