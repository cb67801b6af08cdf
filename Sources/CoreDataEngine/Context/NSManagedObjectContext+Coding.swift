/// A context can be archived without its objects. Follows Apple's conformance, which interface files use.
extension NSManagedObjectContext: NSCoding {
  /// Archives the type, the name and the settings; no coordinator, no objects, no changes.
  public func encode(with coder: NSCoder) {
    coder.encode(NSNumber(value: concurrencyType.rawValue), forKey: "concurrencyType")
    coder.encode(name.map { $0 as NSString }, forKey: "name")
    coder.encode(NSNumber(value: stalenessInterval), forKey: "stalenessInterval")
    coder.encode(propagatesDeletesAtEndOfEvent, forKey: "propagatesDeletesAtEndOfEvent")
    coder.encode(retainsRegisteredObjects, forKey: "retainsRegisteredObjects")
    coder.encode(shouldDeleteInaccessibleFaults, forKey: "shouldDeleteInaccessibleFaults")
  }

  func decodeSettings(_ coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name").map { "\($0)" }
    stalenessInterval = coder.decodeObject(of: NSNumber.self, forKey: "stalenessInterval")?.doubleValue ?? -1
    propagatesDeletesAtEndOfEvent = coder.decodeBool(forKey: "propagatesDeletesAtEndOfEvent")
    retainsRegisteredObjects = coder.decodeBool(forKey: "retainsRegisteredObjects")
    shouldDeleteInaccessibleFaults = coder.decodeBool(forKey: "shouldDeleteInaccessibleFaults")
  }
}
