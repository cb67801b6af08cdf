/// The values of a packed row by name, as merge policies and messages see them: attributes, and to-one relationships as IDs.
/// To-many relationships are no part of a row.
enum RowSnapshot {
  /// The values that an object was read with; nil for one without a row.
  static func values(of object: NSManagedObject) -> [String: Any]? {
    object.prepareAccess()
    return object.row.map { values(of: $0, as: object) }
  }

  /// The values of a row of an object.
  static func values(of row: Row, as object: NSManagedObject) -> [String: Any] {
    var values: [String: Any] = [:]
    guard row.hasValues else { return values }
    for property in object.layout.properties where property.isStored {
      switch property.kind {
      case .attribute(let kind):
        let value = row.value(of: property.cell, kind: kind)
        // What cannot be decoded here stands as it is.
        values[property.name] = property.publicValue(value, kind) ?? value.boxed(kind) ?? NSNull()
      case .toOne: values[property.name] = row.destination(of: property).map { id(of: $0, beside: object) } ?? NSNull()
      case .toMany: continue
      }
    }
    return values
  }

  private static func id(of key: ObjectKey, beside object: NSManagedObject) -> Any {
    guard let registry = object.registry else { return NSNumber(value: key.key) }
    return NSManagedObjectID(
      key: key.key, layout: registry.model.layouts[key.entityIndex], model: registry.model,
      store: registry.context?.reference(ofStore: object.storeIndex))
  }
}
