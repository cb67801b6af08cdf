/// Objects of a save, and perhaps a stored one, that share values which must be unique: what one conflict tells of.
struct SharedValues {
  let constraint: [String]
  /// The stored row with the values, of no object of the save.
  let existing: RowReference?
  /// The stored object with the values, which the save changes elsewhere.
  private(set) var saved: NSManagedObject?
  /// The place of the store.
  let store: UInt16
  private(set) var objects: [NSManagedObject]

  private struct Owner: Hashable {
    let constraint: [String]
    let store: UInt16
    let root: Int
    let key: Int64
  }

  /// Puts together what is said of the same values, in order.
  static func grouping(_ violations: [ConstraintViolation]) -> [SharedValues] {
    var groups: [SharedValues] = []
    var places: [Owner: Int] = [:]
    for violation in violations {
      let object = violation.object
      let store = object.touched?.assignedStore ?? object.storeIndex
      let owner = Owner(
        constraint: violation.constraint, store: store, root: object.layout.rootIndex,
        key: violation.existing?.row.key ?? violation.other?.key ?? 0)
      if let place = places[owner] {
        groups[place].objects.append(object)
      } else {
        places[owner] = groups.count
        groups.append(
          SharedValues(
            constraint: violation.constraint, existing: violation.existing, store: store,
            objects: (violation.other.map { [$0] } ?? []) + [object]))
      }
    }
    for place in groups.indices where groups[place].existing == nil { groups[place].separateStored() }
    return groups
  }

  private mutating func separateStored() {
    guard let index = objects.firstIndex(where: { $0.hasStored(constraint) }) else { return }
    saved = objects.remove(at: index)
  }
}

extension NSManagedObject {
  /// The property that a constraint names; for an element of a composite attribute, the attribute.
  final func property(inConstraint name: String) -> PropertyLayout? {
    property(named: name.split(separator: ".").first.map(String.init) ?? name)
  }

  /// Whether the object had its values of a constraint before the save.
  fileprivate final func hasStored(_ constraint: [String]) -> Bool {
    guard rowBase != nil, !state.contains(.inserted) else { return false }
    return constraint.allSatisfy { name in property(inConstraint: name).map { !differsFromCommitted($0) } ?? false }
  }
}
