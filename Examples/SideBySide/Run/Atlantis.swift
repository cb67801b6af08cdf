import CoreDataCompat

/// An edit that touches every kind of relationship, and its opposite.
enum Atlantis {
  private static let zoneName = "Atlantic/Atlantis"

  /// How many rows the edit adds: a country, a zone, two eras and an alias.
  static let rowCount = 5

  static func rise(in context: NSManagedObjectContext) throws {
    let country = context.insert("Country", ["code": "XA", "name": "Atlantis"])
    let zone = context.insert("Zone", ["name": zoneName, "latitude": 31.25, "longitude": -24.25])
    let rules = try context.first("RuleSet", where: "name", is: "EU")
    let eras = [
      context.insert("Era", ["offset": -5_820, "format": "LMT", "until": "1901", "untilYear": 1901]),
      context.insert("Era", ["offset": -7_200, "format": "-02/-01", "ruleSet": rules]),
    ]
    zone.setValue(NSOrderedSet(array: eras), forKey: "eras")
    // A zone of before gets a country more, so that an old row changes too.
    let neighbour = try context.first("Zone", where: "name", is: "Africa/Abidjan")
    country.setValue(Set([zone, neighbour].compactMap { $0 }), forKey: "zones")
    _ = context.insert("Alias", ["name": "Atlantis", "target": zone])
  }

  /// Deletes country and zone; the zone takes its eras and its alias along.
  static func sink(in context: NSManagedObjectContext) throws {
    for (entity, key, value) in [("Country", "code", "XA"), ("Zone", "name", zoneName)] {
      if let object = try context.first(entity, where: key, is: value) { context.delete(object) }
    }
  }
}
