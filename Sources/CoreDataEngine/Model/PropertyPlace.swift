/// What an accessor needs to know of a property: which it is, and where a row has its value.
struct PropertyPlace: BitwiseCopyable {
  let token: UInt32
  /// -1 for none.
  let cell: Int32
  /// The hierarchy of the destination of a to-one relationship; -1 for another property.
  let destinationRoot: Int32
  /// Whether the bytes of stored values may lie in a file of their own.
  let isExternal: Bool

  init(_ property: PropertyLayout) {
    token = property.token
    cell = Int32(property.cell)
    destinationRoot = property.isToOne ? Int32(property.destination.rootIndex) : -1
    isExternal = property.usesExternalStorage
  }
}
