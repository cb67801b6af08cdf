/// Where the value of a stored property lies in packed rows, without references: rows are packed by the hundred thousand.
struct StoredCell: BitwiseCopyable {
  let slot: Int
  let cell: Int
  /// Whether the cell is a number in place.
  let isInline: Bool
  let isToOne: Bool
  /// Whether the next cell tells the entity of a destination.
  let hasEntity: Bool
  /// Whether values get the mark of those that may lie in files.
  let isExternal: Bool

  /// nil for a property that rows do not have.
  init?(_ property: PropertyLayout) {
    guard property.isStored else { return nil }
    slot = property.slot
    cell = property.cell
    isInline = property.attributeKind?.isInline ?? true
    isToOne = property.isToOne
    hasEntity = property.relationship?.destinationEntity?.subentities.isEmpty == false
    isExternal = property.usesExternalStorage
  }
}
