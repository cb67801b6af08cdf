/// The Swift type of an attribute's accessor, as Xcode chooses it.
struct PropertyType: Equatable {
  let text: String
  /// Whether the accessor hands on whatever object the attribute holds.
  var isTransformable = false

  init(_ attribute: AttributeRecord) {
    let isScalar = attribute.usesScalarValueType ?? false
    switch attribute.type {
    case .integer16: text = isScalar ? "Int16" : "NSNumber?"
    case .integer32: text = isScalar ? "Int32" : "NSNumber?"
    case .integer64: text = isScalar ? "Int64" : "NSNumber?"
    case .double: text = isScalar ? "Double" : "NSNumber?"
    case .float: text = isScalar ? "Float" : "NSNumber?"
    case .boolean: text = isScalar ? "Bool" : "NSNumber?"
    case .date: text = isScalar ? "TimeInterval" : "Date?"
    case .decimal: text = "NSDecimalNumber?"
    case .string: text = "String?"
    case .binary: text = "Data?"
    case .uuid: text = "UUID?"
    case .uri: text = "URL?"
    case .objectID:
      text = "NSManagedObjectID?"
      isTransformable = true
    case .undefined, .transformable:
      text = (attribute.customClassName ?? "NSObject") + "?"
      isTransformable = true
    case .composite:
      text = "[String: Any]?"
      isTransformable = true
    }
  }

  /// The names of the types that accessors use; a class of one of these names would hide it.
  static let usedNames: Set<String> = [
    "Int", "Int16", "Int32", "Int64", "Double", "Float", "Bool", "TimeInterval", "Date", "String", "Data", "UUID",
    "URL", "NSNumber", "NSDecimalNumber", "NSObject", "NSSet", "NSOrderedSet", "NSIndexSet", "NSFetchRequest",
    "NSManagedObject", "NSManagedObjectID", "ManagedProperty", "ManagedProperties", "Identifiable",
  ]
}
