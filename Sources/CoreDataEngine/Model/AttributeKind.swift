/// How an attribute's value is kept in a packed row and in a slot.
enum AttributeKind: UInt8 {
  case integer16, integer32, integer64, boolean
  case double, float, date
  case string, uri
  case binary, transformable
  case decimal
  case uuid
  /// No stored form: undefined and object-ID attributes, which are transient.
  case object
  /// The values of several attributes in one cell.
  case composite

  init(_ type: NSAttributeType) {
    switch type {
    case .integer16AttributeType: self = .integer16
    case .integer32AttributeType: self = .integer32
    case .integer64AttributeType: self = .integer64
    case .booleanAttributeType: self = .boolean
    case .doubleAttributeType: self = .double
    case .floatAttributeType: self = .float
    case .dateAttributeType: self = .date
    case .stringAttributeType: self = .string
    case .URIAttributeType: self = .uri
    case .binaryDataAttributeType: self = .binary
    case .transformableAttributeType: self = .transformable
    case .decimalAttributeType: self = .decimal
    case .UUIDAttributeType: self = .uuid
    case .undefinedAttributeType, .objectIDAttributeType: self = .object
    case .compositeAttributeType: self = .composite
    }
  }

  /// Whether values are whole numbers; truth values are.
  var isInteger: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: true
    default: false
    }
  }

  /// Whether the packed cell is a number in place, not a place and a length.
  var isInline: Bool { rawValue <= AttributeKind.date.rawValue }
}
