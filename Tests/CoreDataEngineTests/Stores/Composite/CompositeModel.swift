import CoreDataEngine

/// A model with a composite attribute in a composite attribute.
enum CompositeModel {
  static func make(changing change: (NSCompositeAttributeDescription) -> Void = { _ in }) -> NSManagedObjectModel {
    let span = composite("span", [attribute("width", .doubleAttributeType), attribute("unit", .stringAttributeType)])
    let latitude = attribute("latitude", .doubleAttributeType, optional: false)
    latitude.setValidationPredicates(
      [NSPredicate(format: "SELF <= 90")], withValidationWarnings: ["\(NSValidationNumberTooLargeError)"])
    let zoom = attribute("zoom", .integer16AttributeType)
    zoom.defaultValue = NSNumber(value: 3)
    let place = composite(
      "place",
      [
        latitude, attribute("longitude", .doubleAttributeType), attribute("name", .stringAttributeType),
        attribute("seen", .dateAttributeType), attribute("id", .UUIDAttributeType),
        attribute("link", .URIAttributeType), attribute("price", .decimalAttributeType),
        attribute("open", .booleanAttributeType), attribute("bytes", .binaryDataAttributeType),
        attribute("tags", .transformableAttributeType), span,
      ])
    let view = composite("view", [zoom])
    change(place)
    let spot = NSEntityDescription()
    spot.name = "Spot"
    spot.properties = [attribute("name", .stringAttributeType), place, view]
    spot.uniquenessConstraints = [["place.name"]]
    let model = NSManagedObjectModel()
    model.entities = [spot]
    return model
  }

  static func composite(_ name: String, _ elements: [NSAttributeDescription]) -> NSCompositeAttributeDescription {
    let composite = NSCompositeAttributeDescription()
    composite.name = name
    composite.isOptional = true
    composite.elements = elements
    return composite
  }

  static func attribute(_ name: String, _ type: NSAttributeType, optional: Bool = true) -> NSAttributeDescription {
    CasesModel.attribute(name, type, optional: optional)
  }

  static let id = UUID(uuidString: "6B29FC40-CA47-1067-B31D-00DD010662DA")

  /// A value for every element.
  static func place(_ latitude: Double, _ name: String) -> [String: Any] {
    [
      "latitude": latitude, "longitude": -1.5, "name": name, "seen": Date(timeIntervalSinceReferenceDate: 7.25),
      "id": id as Any, "link": URL(string: "https://example.org/\(Int(latitude))") as Any,
      "price": NSDecimalNumber(string: "12345678901234567890.123456789"), "open": true, "bytes": Data([0, 1, 255]),
      "tags": ["a", "b"], "span": ["width": 2.5, "unit": "km"],
    ]
  }
}
