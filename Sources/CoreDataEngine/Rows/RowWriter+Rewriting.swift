extension RowWriter {
  /// Packs an attribute's value in the form that rows have.
  mutating func setAttribute(_ value: Value, _ property: PropertyLayout) {
    var value = value
    if case .object(let object as TransformableValue) = value {
      // What cannot be archived is left out, as a value that cannot be read again would be.
      value = (try? TransformableCoding.data(from: object, of: property)).map(Value.data) ?? .null
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
  ) -> RowReference {
    begin(key: old.key, version: old.version &+ 1, entityIndex: old.entityIndex, cellCount: layout.cellCount)
    for property in layout.properties where property.isStored {
      if let (_, value) = values.first(where: { $0.0 === property }) {
        setAttribute(value, property)
      } else if !cleared.contains(where: { $0 === property }) {
        copy(property.cell, of: old, isInline: property.attributeKind?.isInline ?? true)
        if property.isToOne, property.destination.hasSubentities { copy(property.cell + 1, of: old, isInline: true) }
      }
    }
    return end()
  }
}
