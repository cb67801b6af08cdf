extension Row {
  /// The value of a stored attribute as a slot holds it. A transformable one comes as its data.
  func value(of cell: Int, kind: AttributeKind) -> Value {
    if isNull(cell) { return .null }
    switch kind {
    case .integer16, .integer32, .integer64, .boolean: return .integer(integer(cell))
    case .double, .float, .date: return .double(double(cell))
    case .string, .uri: return .string(string(cell))
    case .binary, .transformable, .composite: return .data(data(cell))
    case .decimal: return decimal(cell).map(Value.decimal) ?? .null
    case .uuid: return uuid(cell).map(Value.uuid) ?? .null
    case .object: return .null
    }
  }

  /// The destination of a to-one relationship; nil for none.
  func destination(of property: PropertyLayout) -> ObjectKey? {
    let cell = property.cell
    if isNull(cell) { return nil }
    let destination = property.destination
    let entity = destination.hasSubentities && !isNull(cell + 1) ? Int(integer(cell + 1)) : destination.index
    return ObjectKey(entityIndex: entity, key: integer(cell))
  }
}

/// Names a row within a store: its key and the index of its entity in the compiled model.
struct ObjectKey: Hashable, Sendable {
  var entityIndex: Int
  var key: Int64
}
