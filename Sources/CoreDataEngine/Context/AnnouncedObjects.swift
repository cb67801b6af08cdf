/// Changed objects as notifications carry them.
struct AnnouncedObjects {
  /// The objects of one kind of change. A set of many objects takes long to make, so it is used again where it can be.
  struct Group {
    private let objects: ContiguousArray<NSManagedObject>
    let set: Set<NSManagedObject>

    init(_ objects: ContiguousArray<NSManagedObject>) {
      self.objects = objects
      // Room to spare: a comparison of two objects costs more than a place.
      var set = Set<NSManagedObject>(minimumCapacity: objects.count + objects.count / 2)
      for object in objects { set.insert(object) }
      self.set = set
    }

    /// The group of `objects`: `known`, if these are the same.
    init(_ objects: ContiguousArray<NSManagedObject>, like known: Group?) {
      if let known, known.objects.elementsEqual(objects, by: ===) { self = known } else { self.init(objects) }
    }
  }

  let inserted: Group
  let updated: Group
  let deleted: Group

  init(_ event: PendingEvent) {
    inserted = Group(event.inserted)
    updated = Group(event.changed)
    deleted = Group(event.deleted)
  }
}
