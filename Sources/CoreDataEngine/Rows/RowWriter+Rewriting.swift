extension RowWriter {
  /// Packs an attribute's value in the form that rows have. Throws 134060 for one that cannot be archived.
  mutating func setAttribute(_ value: Value, _ property: PropertyLayout) throws {
    var value = value
    if case .object(let object as TransformableValue) = value {
      value = .data(try TransformableCoding.data(from: object, of: property))
    }
    if case .data(let data) = value, property.usesExternalStorage {
      var marked = Data([ExternalData.inlineMark])
      marked.append(data)
      value = .data(marked)
    }
    set(value, cell: property.cell)
  }

  /// A newer version of a row, with some attributes replaced and some to-one relationships cleared.
  mutating func rewrite(
    _ old: Row, _ layout: EntityLayout, replacing values: [(PropertyLayout, Value)] = [],
    clearing cleared: [PropertyLayout] = []
  ) throws -> RowReference {
    begin(key: old.key, version: old.version &+ 1, entityIndex: old.entityIndex, cellCount: layout.cellCount)
    for property in layout.properties where property.isStored {
      if let (_, value) = values.first(where: { $0.0 === property }) {
        try setAttribute(value, property)
      } else if !cleared.contains(where: { $0 === property }) {
        copy(property.cell, of: old, isInline: property.attributeKind?.isInline ?? true)
        if property.isToOne, property.destination.hasSubentities { copy(property.cell + 1, of: old, isInline: true) }
      }
    }
    return end()
  }
}
