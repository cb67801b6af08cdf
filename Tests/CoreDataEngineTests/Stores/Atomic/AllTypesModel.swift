import CoreDataEngine
import Foundation

/// A model with every attribute type and every shape of relationship, of a hierarchy and with an ordered side.
enum AllTypesModel {
  static let attributes: [(name: String, type: NSAttributeType)] = [
    ("int16", .integer16AttributeType), ("int32", .integer32AttributeType), ("int64", .integer64AttributeType),
    ("flag", .booleanAttributeType), ("double", .doubleAttributeType), ("float", .floatAttributeType),
    ("date", .dateAttributeType), ("text", .stringAttributeType), ("link", .URIAttributeType),
    ("bytes", .binaryDataAttributeType), ("large", .binaryDataAttributeType), ("list", .transformableAttributeType),
    ("price", .decimalAttributeType), ("uuid", .UUIDAttributeType),
  ]

  static func make() -> NSManagedObjectModel {
    let item = entity("Item")
    let special = entity("SpecialItem")
    let shelf = entity("Shelf")
    item.properties = attributes.map { name, type in
      let attribute = CasesModel.attribute(name, type)
      if name == "large" { attribute.allowsExternalBinaryDataStorage = true }
      return attribute
    }
    special.properties = [CasesModel.attribute("extra", .stringAttributeType)]
    item.subentities = [special]
    shelf.properties = [CasesModel.attribute("label", .stringAttributeType)]
    connect(item, "shelf", 1, shelf, "items", 0, ordersBack: true)
    connect(item, "peers", 0, item, "peerOf", 0)
    connect(item, "tags", 0, shelf, "tagged", 0, orders: true)
    connect(item, "twin", 1, special, "twinOf", 1)
    let model = NSManagedObjectModel()
    model.entities = [item, shelf]
    return model
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    return entity
  }

  private static func connect(
    _ a: NSEntityDescription, _ name: String, _ max: Int, _ b: NSEntityDescription, _ back: String, _ backMax: Int,
    orders: Bool = false, ordersBack: Bool = false
  ) {
    let (there, here) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.name, there.destinationEntity, there.maxCount, there.inverseRelationship) = (name, b, max, here)
    (here.name, here.destinationEntity, here.maxCount, here.inverseRelationship) = (back, a, backMax, there)
    (there.isOptional, here.isOptional, there.isOrdered, here.isOrdered) = (true, true, orders, ordersBack)
    a.properties += [there]
    b.properties += [here]
  }

  /// A graph with values at the edges of their types.
  static func fill(_ context: NSManagedObjectContext) {
    let texts = [
      "", "plain", " two  blanks\tand\na line\r\nand more ", "<a href=\"x\">&amp;</a>", "\\u3c00 \\ back",
      "\u{0}\u{1}\u{1f}\u{7f}\u{fffe}",
      "Ünïcödé 🇫🇷 👩‍👩‍👧 \u{10ffff}", "]]>",
    ]
    let shelves = (0..<3).map { context.make("Shelf", ["label": "shelf \($0)"]) }
    var items: [NSManagedObject] = []
    for (index, text) in texts.enumerated() {
      let isSpecial = index.isMultiple(of: 2)
      let item = context.make(isSpecial ? "SpecialItem" : "Item", ["text": text])
      if isSpecial { item.setValue("extra \(index)", forKey: "extra") }
      items.append(item)
    }
    let full = items[0]
    full.setValue(NSNumber(value: Int16.min), forKey: "int16")
    full.setValue(NSNumber(value: Int32.max), forKey: "int32")
    full.setValue(NSNumber(value: Int64.min), forKey: "int64")
    full.setValue(NSNumber(value: true), forKey: "flag")
    full.setValue(NSNumber(value: 1e-300), forKey: "double")
    full.setValue(NSNumber(value: Float(0.1)), forKey: "float")
    full.setValue(Date(timeIntervalSinceReferenceDate: -123_456_789.123456), forKey: "date")
    full.setValue(URL(string: "https://example.org/a?b=%20c&d=e#f"), forKey: "link")
    full.setValue(Data((0...255).map { UInt8($0) }), forKey: "bytes")
    full.setValue(Data(repeating: 7, count: 200_000), forKey: "large")
    full.setValue(["one", "two"], forKey: "list")
    full.setValue(NSDecimalNumber(string: "-12345678901234567890.123456789"), forKey: "price")
    full.setValue(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"), forKey: "uuid")
    items[1].setValue(NSNumber(value: Double.infinity), forKey: "double")
    items[1].setValue(Data(), forKey: "bytes")
    items[1].setValue(NSNumber(value: false), forKey: "flag")
    for (index, item) in items.enumerated().reversed() { item.setValue(shelves[index % 2], forKey: "shelf") }
    shelves[0].setValue(NSOrderedSet(array: [items[4], items[0], items[6], items[2]]), forKey: "items")
    items[3].setValue(Set([items[3], items[4], items[5]]), forKey: "peers")
    items[5].setValue(NSOrderedSet(array: [shelves[2], shelves[0], shelves[1]]), forKey: "tags")
    items[7].setValue(items[2], forKey: "twin")
  }
}
