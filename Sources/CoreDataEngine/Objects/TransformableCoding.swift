/// Turns values of transformable attributes into data and back.
enum TransformableCoding {
  /// The object of stored data; nil when it cannot be decoded here, in which case the data stays as it is.
  static func object(from data: Data, of property: PropertyLayout) -> TransformableValue? {
    property.attribute.flatMap { object(from: data, of: $0) }
  }

  static func object(from data: Data, of attribute: NSAttributeDescription) -> TransformableValue? {
    if let transformer = transformer(of: attribute) {
      if type(of: transformer) == NSSecureUnarchiveFromDataTransformer.self {
        return PlainArchive.object(from: data, allowsOrderedSets: false).map(TransformableValue.init)
      }
      let object =
        readsData(transformer) ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
      return object.map(TransformableValue.init)
    }
    return PlainArchive.object(from: data).map(TransformableValue.init)
  }

  /// The data of an object; throws 134060 when it cannot be archived.
  static func data(from value: TransformableValue, of property: PropertyLayout) throws -> Data {
    guard let attribute = property.attribute else { fatalError("'\(property.name)' is no attribute.") }
    return try data(from: value, of: attribute, named: "\(property.owner.name).\(property.name)")
  }

  /// `name` is for messages.
  static func data(
    from value: TransformableValue, of attribute: NSAttributeDescription, named name: String
  ) throws -> Data {
    if let transformer = transformer(of: attribute) {
      let data =
        readsData(transformer)
        ? transformer.reverseTransformedValue(value.value) : transformer.transformedValue(value.value)
      guard let data = data as? Data else {
        throw NSError.coreData(
          NSCoreDataError,
          reason:
            "The transformer '\(attribute.valueTransformerName ?? "")' gives no data for the value of '\(name)'."
        )
      }
      return data
    }
    do {
      return try NSKeyedArchiver.archivedData(withRootObject: archivable(value.value), requiringSecureCoding: false)
    } catch {
      throw NSError.coreData(
        NSCoreDataError, reason: "The value of '\(name)' cannot be archived.",
        underlying: error)
    }
  }

  /// Whether a decoded value is no longer what the row holds.
  static func differs(_ value: TransformableValue, from stored: Value, of property: PropertyLayout) -> Bool {
    guard case .data(let data) = stored, let before = object(from: data, of: property) else { return true }
    return !before.isEqual(value)
  }

  /// Whether both attributes keep a value as the same data: by the same transformer, or as an archive.
  static func isSame(_ a: NSAttributeDescription, _ b: NSAttributeDescription) -> Bool {
    let (first, second) = (a.valueTransformerName ?? "", b.valueTransformerName ?? "")
    return first == second || (isArchived(a) && isArchived(b))
  }

  private static func isArchived(_ attribute: NSAttributeDescription) -> Bool {
    let name = attribute.valueTransformerName ?? ""
    return name.isEmpty
      || transformer(of: attribute).map(readsData) ?? archivingTransformers.contains(name)
  }

  /// Those of Foundation that need not be there on Linux.
  private static let archivingTransformers: Set = [
    "NSKeyedUnarchiveFromData", "NSUnarchiveFromData", "NSSecureUnarchiveFromData",
  ]

  /// Whether the transformer goes from data to object: unarchiving ones do, and Core Data uses those in reverse.
  private static func readsData(_ transformer: ValueTransformer) -> Bool {
    transformer is NSSecureUnarchiveFromDataTransformer
  }

  private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer? {
    guard let name = attribute.valueTransformerName, !name.isEmpty else { return nil }
    return ValueTransformer(forName: NSValueTransformerName(rawValue: name))
  }

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
