/// Turns values of transformable attributes into data and back.
enum TransformableCoding {
  /// The object of stored data; nil when it cannot be decoded here, in which case the data stays as it is.
  static func object(from data: Data, of property: PropertyLayout) -> TransformableValue? {
    if let transformer = transformer(of: property) {
      let object =
        readsData(transformer) ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
      return object.map(TransformableValue.init)
    }
    let object = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: defaultClasses, from: data)
    return object.map(TransformableValue.init)
  }

  /// The data of an object; throws 134060 when it cannot be archived.
  static func data(from value: TransformableValue, of property: PropertyLayout) throws -> Data {
    if let transformer = transformer(of: property) {
      let data =
        readsData(transformer)
        ? transformer.reverseTransformedValue(value.value) : transformer.transformedValue(value.value)
      guard let data = data as? Data else {
        throw NSError.coreData(
          NSCoreDataError,
          reason:
            "The transformer '\(property.attribute?.valueTransformerName ?? "")' gives no data for the value of '\(property.owner.name).\(property.name)'."
        )
      }
      return data
    }
    do {
      return try NSKeyedArchiver.archivedData(withRootObject: archivable(value.value), requiringSecureCoding: false)
    } catch {
      throw NSError.coreData(
        NSCoreDataError, reason: "The value of '\(property.owner.name).\(property.name)' cannot be archived.",
        underlying: error)
    }
  }

  /// Whether a decoded value is no longer what the row holds.
  static func differs(_ value: TransformableValue, from stored: Value, of property: PropertyLayout) -> Bool {
    guard case .data(let data) = stored, let before = object(from: data, of: property) else { return true }
    return !before.isEqual(value)
  }

  /// Whether the transformer goes from data to object: unarchiving ones do, and Core Data uses those in reverse.
  private static func readsData(_ transformer: ValueTransformer) -> Bool {
    transformer is NSSecureUnarchiveFromDataTransformer
  }

  private static func transformer(of property: PropertyLayout) -> ValueTransformer? {
    guard let name = property.attribute?.valueTransformerName, !name.isEmpty else { return nil }
    return ValueTransformer(forName: NSValueTransformerName(rawValue: name))
  }

  private static let defaultClasses: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSData.self, NSDate.self, NSUUID.self, NSURL.self,
    NSSet.self, NSOrderedSet.self, NSNull.self, NSDecimalNumber.self,
  ]

  /// Linux archives Foundation's classes, not Swift's values.
  private static func archivable(_ value: Any) -> Any {
    switch value {
    case let string as String: NSString(string: string)
    case let array as [Any]: NSArray(array: array.map(archivable))
    case let table as [String: Any]: NSDictionary(dictionary: table.mapValues(archivable))
    case let data as Data: NSData(data: data)
    case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let uuid as UUID: NSUUID(uuidString: uuid.uuidString) ?? uuid
    case let url as URL: NSURL(string: url.absoluteString) ?? url
    default: value
    }
  }
}
