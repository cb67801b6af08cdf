/// The errors of a model that contradicts itself.
enum ModelError {
  /// A Cocoa error 134020 (the schema cannot be used) that names the entity and the property.
  static func problem(_ text: String, entity: String?, property: String? = nil) -> NSError {
    var info: [String: Any] = [NSLocalizedFailureReasonErrorKey: text]
    info["entity"] = entity
    info["property"] = property
    return NSError.coreData(NSPersistentStoreIncompatibleSchemaError, userInfo: info)
  }
}
