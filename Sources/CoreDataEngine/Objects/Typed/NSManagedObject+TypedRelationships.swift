/// Typed access to relationships.
extension NSManagedObject {
  /// The destination of a to-one relationship; nil for none. Setting it keeps the inverse.
  public subscript<T: NSManagedObject>(_ property: ManagedProperty<T?>) -> T? {
    get {
      if let row = plainRow, let place = property.place(in: self), place.destinationRoot >= 0 {
        if row.isNull(Int(place.cell)) { return nil }
        if let object = known(row.integer(Int(place.cell)), root: Int(place.destinationRoot)) {
          if type(of: object) == T.self { return unsafeDowncast(object, to: T.self) }
          return typed(object, property.resolved(in: layout))
        }
      }
      if state.contains(.recording), let recorder = touched?.recorder {
        recorder.record(property.name)
        return T.makeRecordingInstance(recorder)
      }
      prepareAccess()
      let resolved = property.resolved(in: layout)
      guard let destination = destination(of: resolved) else { return nil }
      if type(of: destination) == T.self { return unsafeDowncast(destination, to: T.self) }
      return typed(destination, resolved)
    }
    set { setDestination(newValue, of: property.resolved(in: layout)) }
  }

  private func typed<T: NSManagedObject>(_ destination: NSManagedObject, _ property: PropertyLayout) -> T {
    guard let typed = destination as? T else {
      fatalError(
        "The destination of '\(layout.name).\(property.name)' is of class \(type(of: destination)), and the accessor is for \(T.self). Check the class that the model names for '\(destination.layout.name)'."
      )
    }
    return typed
  }

  /// The destinations of a to-many relationship, as a set made for this call. Setting it keeps the inverses.
  public subscript(_ property: ManagedProperty<NSSet?>) -> NSSet? {
    get { readable(property).flatMap { publicValue(of: $0) as? NSSet } }
    set { setValue(newValue, forKey: property.name) }
  }

  /// The destinations of a to-many relationship of one class. Setting it keeps the inverses.
  public subscript<T: NSManagedObject>(_ property: ManagedProperty<Set<T>>) -> Set<T> {
    get {
      guard let resolved = readable(property) else { return [] }
      let members = toMany(resolved).members
      // Made as a set of the base class, which is specialised here: sets of references are alike in memory.
      var set = Set<NSManagedObject>(minimumCapacity: members.count)
      for member in members {
        set.insert(type(of: member) == T.self ? member : typed(member, resolved) as T)
      }
      return unsafeBitCast(set, to: Set<T>.self)
    }
    set { setDestinations(ContiguousArray(newValue), of: property.resolved(in: layout)) }
  }

  /// The destinations of an ordered relationship, as a set made for this call. Setting it keeps the inverses.
  public subscript(_ property: ManagedProperty<NSOrderedSet?>) -> NSOrderedSet? {
    get { readable(property).flatMap { publicValue(of: $0) as? NSOrderedSet } }
    set { setValue(newValue, forKey: property.name) }
  }

  /// Adds a destination to a to-many relationship and keeps its inverse.
  public func add<T>(_ object: NSManagedObject, to property: ManagedProperty<T>) {
    add(object, to: property.resolved(in: layout))
  }

  /// Removes a destination from a to-many relationship and keeps its inverse.
  public func remove<T>(_ object: NSManagedObject, from property: ManagedProperty<T>) {
    remove(object, from: property.resolved(in: layout))
  }

  /// Inserts a destination of an ordered relationship at a place, or moves it there.
  public func insert<T>(_ object: NSManagedObject, into property: ManagedProperty<T>, at index: Int) {
    let resolved = property.resolved(in: layout)
    var members = toMany(resolved).members
    members.removeAll { $0 === object }
    members.insert(object, at: min(index, members.count))
    setDestinations(members, of: resolved)
  }

  /// Removes the destinations at some places of an ordered relationship.
  public func remove<T>(at indexes: IndexSet, from property: ManagedProperty<T>) {
    let resolved = property.resolved(in: layout)
    var members = toMany(resolved).members
    for index in indexes.reversed() where index < members.count { members.remove(at: index) }
    setDestinations(members, of: resolved)
  }
}
