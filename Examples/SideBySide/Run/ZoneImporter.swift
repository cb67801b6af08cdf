import CoreDataCompat

/// Makes managed objects of the database's records.
struct ZoneImporter {
  let context: NSManagedObjectContext

  /// Inserts all records; `progress` is told how many rows there are so far.
  func run(_ table: ZoneTable, progress: (Int) -> Void) throws {
    var rows = 0
    func insert(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
      rows += 1
      progress(rows)
      return context.insert(entity, values)
    }

    var countries: [String: NSManagedObject] = [:]
    for country in table.countries {
      countries[country.code] = insert("Country", ["code": country.code, "name": country.name])
    }
    var ruleSets: [String: NSManagedObject] = [:]
    for set in table.ruleSets {
      let ruleSet = insert("RuleSet", ["name": set.name])
      ruleSets[set.name] = ruleSet
      for rule in set.rules {
        _ = insert(
          "Rule",
          [
            "firstYear": rule.firstYear, "lastYear": rule.lastYear, "month": rule.month, "day": rule.day,
            "time": rule.time.seconds, "clock": rule.time.clock.rawValue, "saving": rule.saving,
            "letters": rule.letters, "ruleSet": ruleSet,
          ])
      }
    }
    var zones: [String: NSManagedObject] = [:]
    for record in table.zones {
      let place = record.place
      let zone = insert(
        "Zone",
        [
          "name": record.name, "latitude": place?.latitude, "longitude": place?.longitude, "comments": place?.comments,
          "countries": Set((place?.countryCodes ?? []).compactMap { countries[$0] }),
        ])
      zones[record.name] = zone
      let eras = record.eras.map { era in
        insert(
          "Era",
          [
            "offset": era.offset, "saving": era.saving, "format": era.format, "until": era.until,
            "untilYear": era.untilYear, "ruleSet": era.ruleSet.flatMap { ruleSets[$0] },
          ])
      }
      zone.setValue(NSOrderedSet(array: eras), forKey: "eras")
    }
    for alias in table.aliases { _ = insert("Alias", ["name": alias.name, "target": zones[alias.target]]) }
  }
}

extension NSManagedObjectContext {
  /// A new object of an entity, with values for those keys that are not nil.
  func insert(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    for (key, value) in values { if let value { object.setValue(value, forKey: key) } }
    return object
  }

  /// The object of an entity with this value; nil for none.
  func first(_ entity: String, where key: String, is value: String) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "%K == %@", key, value)
    request.fetchLimit = 1
    return try fetch(request).first
  }
}
