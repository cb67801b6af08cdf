extension RowWriter {
  /// Packs the value of a stored attribute; bytes that could lie in a file of their own get the mark of those that do not.
  mutating func setStored(_ value: Value, _ property: PropertyLayout) {
    if property.usesExternalStorage, case .data(let data) = value {
      set(.data(Data([ExternalData.inlineMark]) + data), cell: property.cell)
    } else {
      set(value, cell: property.cell)
    }
  }

  /// Packs the destination of a to-one relationship.
  mutating func setDestination(_ destination: ObjectKey, _ property: PropertyLayout) {
    set(destination.key, cell: property.cell)
    if property.destination.hasSubentities { set(Int64(destination.entityIndex), cell: property.cell + 1) }
  }
}
