/// The rows of an entity and its sub-entities by the values of properties that must be unique together. Rows with a nil
/// among them are not in it: nil collides with nothing.
struct UniqueIndex {
  let layout: EntityLayout
  /// The names of the properties of the constraint.
  let names: [String]
  private let properties: [PropertyLayout]
  /// The elements of those that are composite; nil for the others.
  private let leaves: [Int?]
  private var keys: [[AnyHashable]: [Int64]] = [:]

  /// nil when a name is that of no stored property.
  init?(_ layout: EntityLayout, names: [String]) {
    self.layout = layout
    self.names = names
    let elements = names.map { layout.compositeElement(at: $0) }
    properties = zip(names, elements).compactMap { $1?.property ?? layout.property(named: $0) }
    leaves = elements.map { $0?.leaf }
    guard !names.isEmpty, properties.count == names.count, properties.allSatisfy(\.isStored) else { return nil }
  }

  func covers(_ entityIndex: Int) -> Bool { entityIndex >= layout.index && entityIndex <= layout.lastDescendant }

  mutating func insert(_ row: Row) {
    if let values = values(of: row) { keys[values, default: []].append(row.key) }
  }

  mutating func remove(_ row: Row) {
    guard let values = values(of: row) else { return }
    keys[values]?.removeAll { $0 == row.key }
    if keys[values]?.isEmpty ?? false { keys[values] = nil }
  }

  /// The keys of all rows that share these values; nil when one of the values is.
  func rows(sharing values: [AnyHashable]) -> [Int64] { keys[values] ?? [] }

  func values(of row: Row) -> [AnyHashable]? {
    var values: [AnyHashable] = []
    values.reserveCapacity(properties.count)
    for (property, leaf) in zip(properties, leaves) {
      if let leaf, let composite = property.composite {
        guard case .data(let data) = row.value(of: property.cell, kind: .composite),
          let value = composite.values(in: data)?[leaf], let key = UniqueIndex.key(value)
        else { return nil }
        values.append(key)
        continue
      }
      if let kind = property.attributeKind {
        guard let key = UniqueIndex.key(row.value(of: property.cell, kind: kind)) else { return nil }
        values.append(key)
      } else {
        guard let target = row.destination(of: property) else { return nil }
        values.append(target.key)
      }
    }
    return values
  }

  /// A value as what can be looked up, texts by their bytes; nil for nil. The hash of an `NSDecimalNumber` never ends on
  /// Linux.
  private static func key(_ value: Value) -> AnyHashable? {
    switch value {
    case .unset, .null: nil
    case .integer(let integer): integer
    case .double(let double): double
    case .string(let string): AnyValue.distinctKey(string)
    case .data(let data): data
    case .decimal(let decimal): decimal
    case .uuid(let uuid): uuid
    case .object(let object): object as? AnyHashable
    }
  }
}
