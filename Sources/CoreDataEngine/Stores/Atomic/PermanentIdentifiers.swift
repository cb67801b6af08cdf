/// Shows new objects with their permanent IDs while a store's own code writes them: they get them for good only once all
/// is written.
struct PermanentIdentifiers {
  private let changed: [(object: NSManagedObject, temporary: NSManagedObjectID?)]

  init(_ objects: some Sequence<NSManagedObject>, in store: NSPersistentStore, model: CompiledModel) {
    changed = objects.filter { $0.key < 0 && $0.savedKey > 0 }.map { object in
      let temporary = object.identifier
      object.identifier = NSManagedObjectID(
        key: object.savedKey, layout: object.layout, model: model, store: store.reference)
      return (object, temporary)
    }
  }

  /// After a failed save the objects have their temporary IDs again.
  func takeBack() {
    for (object, temporary) in changed { object.identifier = temporary }
  }
}
