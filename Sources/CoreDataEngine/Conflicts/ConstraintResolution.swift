/// What the five policies do about objects that share values which must be unique.
///
/// A stored object always goes on under its own identity, and where there is none the object that counts does. By the
/// policies that keep what is stored it has its own values, by the others those of the duplicate. No delete rule applies to
/// the duplicate: what led to it leads to the object that stays.
struct ConstraintResolution {
  private let type: NSMergePolicyType
  /// What stays in the place of each object that goes.
  private var successors: [ObjectIdentifier: NSManagedObject] = [:]

  private init(_ type: NSMergePolicyType) { self.type = type }

  static func resolve(_ conflicts: [NSConstraintConflict], by type: NSMergePolicyType) {
    if type == .errorMergePolicyType { return }
    var resolution = ConstraintResolution(type)
    for conflict in conflicts { resolution.resolve(conflict) }
    if let context = conflicts.first?.conflictingObjects.first?.registry?.context { resolution.redirect(in: context) }
  }

  private var keepsStored: Bool {
    type == .rollbackMergePolicyType || type == .mergeByPropertyStoreTrumpMergePolicyType
  }

  private mutating func resolve(_ conflict: NSConstraintConflict) {
    // One that is in several conflicts may be gone by now.
    let objects = conflict.conflictingObjects.filter(ConstraintResolution.isThere)
    guard let context = objects.first?.registry?.context else { return }
    if let database = conflict.databaseObject {
      guard ConstraintResolution.isThere(database) else { return }
      for object in objects where object !== database {
        if !keepsStored { copyValues(from: object, to: database) }
        settle(object, conflict.constraint, for: database, in: context)
      }
      return
    }
    guard objects.count > 1, let survivor = survivor(of: objects) else { return }
    // The last one's values count, but for the policies that keep what was there first.
    if !keepsStored, let last = objects.last, last !== survivor { copyValues(from: last, to: survivor) }
    for object in objects where object !== survivor {
      settle(object, conflict.constraint, for: survivor, in: context)
    }
  }

  private static func isThere(_ object: NSManagedObject) -> Bool { object.state.isDisjoint(with: [.deleted, .gone]) }

  private func survivor(of objects: [NSManagedObject]) -> NSManagedObject? {
    func isStored(_ object: NSManagedObject) -> Bool { !object.state.contains(.inserted) }
    return keepsStored
      ? objects.first(where: isStored) ?? objects.first : objects.last(where: isStored) ?? objects.last
  }

  /// Makes an object not have the values any more.
  private mutating func settle(
    _ object: NSManagedObject, _ constraint: [String], for survivor: NSManagedObject,
    in context: NSManagedObjectContext
  ) {
    if keepsStored, !object.state.contains(.inserted) {
      let changed = object.touch().changed
      object.takeStored(
        type == .rollbackMergePolicyType
          ? object.layout.properties.filter { changed.contains($0.slot) }
          : constraint.compactMap { object.property(inConstraint: $0) })
    } else {
      successors[ObjectIdentifier(object)] = survivor
      context.replace(object, with: survivor)
    }
  }

  private func copyValues(from object: NSManagedObject, to survivor: NSManagedObject) {
    let isNew = object.state.contains(.inserted)
    let isWhole = type == .overwriteMergePolicyType
    for property in object.layout.properties {
      guard let target = survivor.property(named: property.name) else { continue }
      let isSet =
        isNew ? object.touch().changed.contains(property.slot) : object.differsFromCommitted(property)
      switch property.kind {
      case .attribute:
        if isNew || isWhole || isSet { survivor.setAttribute(object.pinnedValue(property), target) }
      case .toOne:
        guard isWhole || isSet else { continue }
        let destination = object.destination(of: property)
        if destination !== survivor {
          survivor.setDestination(destination === object ? survivor : destination, of: target)
        }
      case .toMany:
        // A set that the new object does not fill leaves the stored one as it is; those of a stored one are joined.
        let members = isNew ? object.toMany(property).members : []
        if members.isEmpty { continue }
        survivor.setDestinations(members.filter { $0 !== object && $0 !== survivor }, of: target)
      }
    }
  }

  /// Relationships without an inverse follow.
  private func redirect(in context: NSManagedObjectContext) {
    if successors.isEmpty { return }
    for object in context.inserted.members() + context.updated.members() where ConstraintResolution.isThere(object) {
      for property in object.layout.properties where property.isRelationship && property.inverse == nil {
        guard case .object(let value) = object.touched?.slots[property.slot] ?? .unset else { continue }
        if let destination = value as? NSManagedObject {
          if let successor = successor(of: destination) { object.setDestination(successor, of: property) }
        } else if let members = (value as? ToManyValue)?.members,
          members.contains(where: { successors[ObjectIdentifier($0)] != nil })
        {
          var seen = Set<ObjectIdentifier>()
          let new = members.map { successor(of: $0) ?? $0 }.filter { seen.insert(ObjectIdentifier($0)).inserted }
          object.setDestinations(ContiguousArray(new), of: property)
        }
      }
    }
  }

  /// What stays in the end in the place of an object; nil for one that is still there.
  private func successor(of object: NSManagedObject) -> NSManagedObject? {
    var last: NSManagedObject?
    while let next = successors[ObjectIdentifier(last ?? object)] { last = next }
    return last
  }
}

extension NSManagedObject {
  /// The value of an attribute now, for another row: the bytes of external data, not the reference that the row has.
  final func pinnedValue(_ property: PropertyLayout) -> Value {
    if let value = touched?.slots[property.slot], !value.isUnset { return value }
    return committedForComparison(property)
  }
}
