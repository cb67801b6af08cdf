/// The bits of an archived attribute's `NSFlagsKey` whose meaning is known.
enum AttributeFlags {
  static let externalBinaryData = 4
  static let preservedInHistory = 16
}
