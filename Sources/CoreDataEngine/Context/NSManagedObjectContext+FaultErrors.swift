/// Faults that cannot be read.
extension NSManagedObjectContext {
  /// Notes why something of an object is not there; nil for the object as a whole.
  func noteFaultError(_ error: any Error, of object: NSManagedObject, reading property: PropertyLayout? = nil) {
    let what = property.map { "'\($0.name)' of " } ?? ""
    let id = object.objectID
    ModelLookup.report("CoreData could not fulfill \(what)a fault for '\(id)': \(error)")
    var info: [String: Any] = [NSAffectedObjectsErrorKey: [object]]
    if let property { info[NSValidationKeyErrorKey] = property.name }
    faultErrors[id] = NSError.coreData(
      NSCoreDataError,
      reason: "CoreData could not fulfill \(what)a fault for '\(id)'. Refresh the object once the store is repaired.",
      underlying: error, userInfo: info)
  }

  /// The row of a fault is damaged: the object reads as empty. It does not count as deleted, since its row is there.
  func handleUnreadable(_ object: NSManagedObject, _ error: any Error) {
    noteFaultError(error, of: object)
    object.state.remove(.fault)
    object.state.insert(.inaccessible)
    object.touched = ObjectValues(slots: ContiguousArray(repeating: .null, count: object.layout.properties.count))
  }

  /// Throws for what could not be read: a save would make something of it.
  func requireReadFaults() throws {
    if let error = faultErrors.min(by: { "\($0.key)" < "\($1.key)" })?.value { throw error }
  }
}
