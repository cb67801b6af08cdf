/// Gives the rows of a batch insertion one by one, as checked values.
final class BatchRowSource {
  private enum Supply {
    case list([[String: Any]], next: Int)
    case dictionaries((NSMutableDictionary) -> Bool)
    case objects((NSManagedObject) -> Bool)
  }

  let layout: EntityLayout
  /// The attributes that are written, in the order of `values`.
  let properties: [PropertyLayout]
  /// How many rows `values` has room for.
  let capacity: Int
  /// The rows taken last, one after the other.
  // One thread at a time uses a source; the dynamic check would cost as much as the access.
  @exclusivity(unchecked) private(set) var values: ContiguousArray<Value>
  /// The first value of the row that is being taken.
  @exclusivity(unchecked) private var base = 0
  private let defaults: ContiguousArray<Value>
  private let kinds: ContiguousArray<AttributeKind>
  private let slots: ContiguousArray<Int>
  private let isRequired: ContiguousArray<Bool>
  private let attributes: ContiguousArray<NSAttributeDescription>
  private let places: [String: Int]
  @exclusivity(unchecked) private var supply: Supply
  @exclusivity(unchecked) private var row: BatchRow
  @exclusivity(unchecked) private var object: NSManagedObject?
  /// Keeps the layouts alive for an object that outlives the insertion.
  private let model: CompiledModel
  private let relationships: [Int]

  /// nil for a request that gives no rows.
  init?(_ request: NSBatchInsertRequest, _ layout: EntityLayout, _ model: CompiledModel, capacity: Int = 8) {
    self.layout = layout
    self.capacity = capacity
    self.model = model
    relationships = layout.properties.filter(\.isRelationship).map(\.slot)
    if let handler = request.dictionaryHandler {
      supply = .dictionaries(handler)
    } else if let handler = request.managedObjectHandler {
      supply = .objects(handler)
    } else if let list = request.objectsToInsert {
      supply = .list(list, next: 0)
    } else {
      return nil
    }
    properties = layout.properties.filter { $0.isBatchSettable }
    defaults = ContiguousArray(properties.map { layout.defaults[$0.slot] })
    values = ContiguousArray(repeatElement(defaults, count: capacity).joined())
    slots = ContiguousArray(properties.map(\.slot))
    isRequired = ContiguousArray(properties.map { !$0.isOptional })
    kinds = ContiguousArray(properties.compactMap(\.attributeKind))
    attributes = ContiguousArray(properties.compactMap(\.attribute))
    places = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    row = BatchRow(names: properties.map(\.name), places: places)
  }

  /// Takes the next row into `values`, as the row of this number there; false when there is none. Throws for a row that
  /// cannot be stored.
  func next(place: Int = 0) throws -> Bool {
    base = place * properties.count
    switch supply {
    case .list(let list, let index):
      guard index < list.count else { return false }
      supply = .list(list, next: index + 1)
      try take(list[index])
    case .dictionaries(let handler):
      // A dictionary that the handler has kept stays as it is.
      if isKnownUniquelyReferenced(&row) {
        row.clear()
      } else {
        row = BatchRow(names: properties.map(\.name), places: places)
      }
      if handler(row) { return false }
      try take(row)
    case .objects(let handler):
      if handler(scratchObject()) { return false }
      try takeObject()
    }
    return true
  }

  private func take(_ dictionary: [String: Any]) throws {
    var known = 0
    for index in properties.indices {
      if let value = dictionary[properties[index].name] {
        known += 1
        try set(value, index)
      } else {
        try setDefault(index)
      }
    }
    if known < dictionary.count, let key = dictionary.keys.first(where: { places[$0] == nil }) {
      throw BatchError.unknownKey(key, layout, "batch insert")
    }
  }

  private func take(_ row: BatchRow) throws {
    if let key = row.others.keys.first { throw BatchError.unknownKey("\(key.base)", layout, "batch insert") }
    for index in properties.indices {
      if let value = row.entries[index] { try set(value, index) } else { try setDefault(index) }
    }
  }

  private func takeObject() throws {
    // The values move out of an object that nobody has kept: the next row begins with the defaults anyway.
    let isFree = isKnownUniquelyReferenced(&object)
    guard let touched = object?.touch() else { return }
    for slot in relationships where !touched.slots[slot].isEmptyHanded {
      throw BatchError.unknownKey(layout.properties[slot].name, layout, "batch insert")
    }
    for index in slots.indices {
      let slot = slots[index]
      if touched.slots[slot].isUnset {
        try setDefault(index)
      } else if isFree, isPlain(touched.slots[slot], index) {
        swap(&values[base + index], &touched.slots[slot])
      } else {
        try check(touched.slots[slot], nil, index)
      }
    }
  }

  /// Whether a value is there and certainly fits.
  @inline(__always) private func isPlain(_ value: Value, _ index: Int) -> Bool {
    switch value {
    case .unset, .null, .object: false
    default: !kinds[index].isLimited || kinds[index].problem(of: value) == nil
    }
  }

  @inline(__always) private func set(_ value: Any, _ index: Int) throws {
    switch Value.coerced(value, to: kinds[index], of: attributes[index]) {
    case .success(let coerced): try check(coerced, value, index)
    case .failure(let failure):
      throw BatchError.invalid(
        NSManagedObjectValidationError, properties[index], value,
        reason: "Unacceptable type of value for attribute: property = \"\(properties[index].name)\"; \(failure.text).")
    }
  }

  @inline(__always) private func setDefault(_ index: Int) throws { try check(defaults[index], nil, index) }

  @inline(__always) private func check(_ value: Value, _ given: Any?, _ index: Int) throws {
    if value.isNull || value.isUnset {
      if isRequired[index] {
        throw BatchError.invalid(NSValidationMissingMandatoryPropertyError, properties[index], nil)
      }
      values[base + index] = .null
      return
    }
    if kinds[index].isLimited, let code = kinds[index].problem(of: value) {
      throw BatchError.invalid(code, properties[index], given ?? properties[index].publicValue(value, kinds[index]))
    }
    values[base + index] = value
  }

  /// An object without a context, with default values; the one of the row before unless somebody has kept it.
  private func scratchObject() -> NSManagedObject {
    if isKnownUniquelyReferenced(&object), let object, let touched = object.touched {
      for slot in touched.slots.indices { touched.slots[slot] = layout.defaults[slot] }
      touched.changed = .empty
      return object
    }
    let new = layout.instantiate()
    let touched = ObjectValues(slots: layout.defaults)
    touched.model = model
    new.touched = touched
    // New in this event: setting a value has nobody to tell.
    new.state = [.inserted, .pending]
    object = new
    return new
  }
}

extension PropertyLayout {
  /// Whether batch requests may set the attribute: stored, and not derived from others.
  var isBatchSettable: Bool { isAttribute && isStored && !(description is NSDerivedAttributeDescription) }
}

extension Value {
  /// Whether a relationship's slot names nobody.
  fileprivate var isEmptyHanded: Bool {
    switch self {
    case .unset, .null: true
    case .object(let object as ToManyValue): object.count == 0
    case .object(let object as ToManyDelta): object.added.isEmpty
    default: false
    }
  }
}
