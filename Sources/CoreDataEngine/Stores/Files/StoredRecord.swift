/// One object as a file holds it, whatever the format.
struct StoredRecord {
  let layout: EntityLayout
  let key: Int64
  var version: Int32 = 1
  /// Attributes by slot: null where there is no value, transformable ones as data.
  var values: ContiguousArray<Value>
  /// Relationships by slot: one destination at most of a to-one, in order for an ordered one.
  var destinations: [Int: [ObjectKey]] = [:]

  init(_ layout: EntityLayout, key: Int64) {
    self.layout = layout
    self.key = key
    values = ContiguousArray(repeating: .null, count: layout.properties.count)
  }

  /// The object of a row.
  init(_ row: Row, in tables: MemoryTables, model: CompiledModel) {
    self.init(model.layouts[row.entityIndex], key: row.key)
    version = row.version
    for property in layout.properties {
      switch property.kind {
      case .attribute(let kind) where property.isStored:
        let value = row.value(of: property.cell, kind: kind)
        if property.usesExternalStorage, case .data(let stored) = value,
          case .inline(let data) = ExternalData.form(of: stored)
        {
          values[property.slot] = .data(data)
        } else {
          values[property.slot] = value
        }
      case .toOne where property.isStored:
        destinations[property.slot] = row.destination(of: property).map { [$0] } ?? []
      case .toMany where !property.isTransient:
        destinations[property.slot] = tables.destinations(of: property, owner: row.key)
      default: continue
      }
    }
  }
}
