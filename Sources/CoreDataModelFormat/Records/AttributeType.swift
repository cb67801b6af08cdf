/// The type of an attribute; the raw values are those of Apple's `NSAttributeType`.
package enum AttributeType: Int, Sendable, CaseIterable {
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binary = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100

  /// The spelling in `.xcdatamodel` files; nil for a type the file leaves out.
  package var sourceName: String? {
    switch self {
    case .undefined, .objectID: nil
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    }
  }

  /// Nil for a spelling no known tool writes.
  package init?(sourceName: String) {
    if sourceName == "Undefined" {
      self = .undefined
    } else if let type = Self.allCases.first(where: { $0.sourceName == sourceName }) {
      self = type
    } else {
      return nil
    }
  }

  /// The class of the value as a compiled model names it; nil where the model itself must say.
  package var valueClassName: String? {
    switch self {
    case .undefined, .transformable: nil
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .objectID: "NSManagedObjectID"
    case .composite: "NSDictionary"
    }
  }
}
