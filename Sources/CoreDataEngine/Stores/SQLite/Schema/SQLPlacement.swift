/// Where a property is kept.
enum SQLPlacement {
  /// Nowhere: transient properties, and relationships that leave the store's configuration.
  case none
  case attribute(SQLIdentifier)
  /// The columns of a composite attribute's leaves.
  case composite([SQLIdentifier])
  case toOne(ToOne)
  /// In the foreign key of the inverse, in the destination's table.
  case oneToMany(ToOne)
  case manyToMany(ManyToMany)
  /// A to-many relationship without inverse: a foreign key of its own in the destination's table.
  case inverseless(SQLIdentifier)

  /// The columns of a to-one relationship.
  struct ToOne {
    let column: SQLIdentifier
    /// The number of the destination's entity; nil when the destination has no sub-entities.
    let entity: SQLIdentifier?
    /// The place among the destination's ordered inverse; nil when that has no order.
    let order: SQLIdentifier?
  }

  /// A many-to-many relationship seen from its owner.
  struct ManyToMany {
    let table: SQLIdentifier
    /// The column of the owner's keys.
    let owner: SQLIdentifier
    /// The column of the destinations' keys.
    let destination: SQLIdentifier
    /// The place among the owner's destinations; nil when the relationship has no order.
    let order: SQLIdentifier?
    /// The place among the destination's inverse; nil when that has no order.
    let inverseOrder: SQLIdentifier?
  }
}
