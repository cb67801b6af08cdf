/// The entities by which requests to the history name what they want.
enum HistoryEntities {
  static let changeName = "Change"
  static let transactionName = "Transaction"

  static var transaction: NSEntityDescription {
    entity(
      transactionName, "NSPersistentHistoryTransaction",
      [
        ("author", .stringAttributeType), ("bundleID", .stringAttributeType), ("contextName", .stringAttributeType),
        ("processID", .stringAttributeType), ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
        ("token", .transformableAttributeType), ("transactionNumber", .integer64AttributeType),
      ])
  }

  static var change: NSEntityDescription {
    entity(
      changeName, "NSPersistentHistoryChange",
      [
        ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
        ("changedEntity", .integer64AttributeType), ("changedObjectID", .transformableAttributeType),
      ])
  }

  /// Made anew each time: whoever gets one may change it.
  private static func entity(
    _ name: String, _ className: String, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = className
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }
}
