extension NSEntityDescription {
  /// The entity of this name in the model of `context`'s coordinator; nil when the model has none.
  ///
  /// A context without a coordinator traps. Follows Apple's `entity(forEntityName:in:)`.
  public class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription?
  {
    guard let coordinator = context.rootCoordinator else {
      fatalError("\(context) has no persistent store coordinator, so the entity '\(entityName)' cannot be looked up.")
    }
    return coordinator.managedObjectModel.entitiesByName[entityName]
  }

  /// Inserts a new object of the named entity; an unknown name traps with Apple's message.
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: entityName, in: context) else {
      fatalError("+entityForName: could not locate an entity named '\(entityName)' in this model.")
    }
    return context.insertNewObject(of: entity)
  }
}
