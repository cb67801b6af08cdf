/// Attribute values that a store's own code hands over.
enum StoredValue {
  /// The value as a row keeps it. Throws 134070 for a value of another type than the attribute's.
  static func value(_ value: Any?, kind: AttributeKind, of property: PropertyLayout) throws -> Value {
    guard let value, let attribute = property.attribute else { return .null }
    guard case .success(let coerced) = Value.coerced(value, to: kind, of: attribute) else {
      throw misfit(value, property)
    }
    guard case .object(let object) = coerced else { return coerced }
    guard kind == .transformable, let object = object as? TransformableValue else { throw misfit(value, property) }
    return .data(try TransformableCoding.data(from: object, of: property))
  }

  static func misfit(_ value: Any, _ property: PropertyLayout) -> NSError {
    .coreData(
      NSPersistentStoreOperationError,
      reason:
        "The store gives a value of type \(Swift.type(of: value)) for '\(property.owner.name).\(property.name)', which cannot be its value."
    )
  }
}
