/// The type of an attribute's value, with Apple's raw values.
public enum NSAttributeType: UInt, Sendable {
  /// No type; only for transient attributes.
  case undefinedAttributeType = 0
  /// `Int16`.
  case integer16AttributeType = 100
  /// `Int32`.
  case integer32AttributeType = 200
  /// `Int64`.
  case integer64AttributeType = 300
  /// `Decimal`, as `NSDecimalNumber`.
  case decimalAttributeType = 400
  /// `Double`.
  case doubleAttributeType = 500
  /// `Float`.
  case floatAttributeType = 600
  /// `String`.
  case stringAttributeType = 700
  /// `Bool`.
  case booleanAttributeType = 800
  /// `Date`.
  case dateAttributeType = 900
  /// `Data`.
  case binaryDataAttributeType = 1000
  /// `UUID`.
  case UUIDAttributeType = 1100
  /// `URL`.
  case URIAttributeType = 1200
  /// Any object that a value transformer turns into data.
  case transformableAttributeType = 1800
  /// An object ID; cannot be stored.
  case objectIDAttributeType = 2000
  /// Several attributes under one name.
  case compositeAttributeType = 2100

  /// The name that model files use.
  var name: String {
    switch self {
    case .undefinedAttributeType: "Undefined"
    case .integer16AttributeType: "Integer 16"
    case .integer32AttributeType: "Integer 32"
    case .integer64AttributeType: "Integer 64"
    case .decimalAttributeType: "Decimal"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .stringAttributeType: "String"
    case .booleanAttributeType: "Boolean"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Binary"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URI"
    case .transformableAttributeType: "Transformable"
    case .objectIDAttributeType: "Object ID"
    case .compositeAttributeType: "Composite"
    }
  }

  /// The class name of values, as Apple's `attributeValueClassName` gives it; nil where any class will do.
  var valueClassName: String? {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .compositeAttributeType: "NSDictionary"
    case .objectIDAttributeType: "NSManagedObjectID"
    case .undefinedAttributeType, .transformableAttributeType: nil
    }
  }
}
