/// Writes the objects of a binary store.
struct BinaryStoreWriter {
  private let tables: MemoryTables
  private let model: CompiledModel

  init(tables: MemoryTables, model: CompiledModel) {
    self.tables = tables
    self.model = model
  }

  /// The names of all entities, whose places stand for them below; the highest keys; then each entity's properties and
  /// objects.
  mutating func write(to writer: inout ByteWriter, keys: MemoryKeys) {
    writer.append(UInt32(model.layouts.count))
    for layout in model.layouts { writer.append(layout.name) }
    let roots = model.layouts.filter { $0.superlayout == nil }
    let highest = keys.highest
    for root in roots { writer.append(highest[root.rootIndex]) }
    var groups: [Int: [RowReference]] = [:]
    for reference in tables.rows.joined().map(\.value) {
      groups[reference.row.entityIndex, default: []].append(reference)
    }
    for layout in model.layouts {
      let properties = layout.properties.filter { !$0.isTransient }
      writer.append(UInt32(properties.count))
      for property in properties { writer.append(property.name) }
      let rows = (groups[layout.index] ?? []).sorted { $0.row.key < $1.row.key }
      writer.append(UInt32(rows.count))
      for row in rows { write(StoredRecord(row.row, in: tables, model: model), properties, to: &writer) }
    }
  }

  private func write(_ record: StoredRecord, _ properties: [PropertyLayout], to writer: inout ByteWriter) {
    writer.append(record.key)
    writer.append(record.version)
    for property in properties {
      if property.isRelationship {
        let members = record.destinations[property.slot] ?? []
        writer.append(BinaryValueTag.destinations.rawValue)
        writer.append(UInt32(members.count))
        for member in members {
          writer.append(UInt32(member.entityIndex))
          writer.append(member.key)
        }
      } else {
        write(record.values[property.slot], to: &writer)
      }
    }
  }

  private func write(_ value: Value, to writer: inout ByteWriter) {
    switch value {
    case .unset, .null, .object: writer.append(BinaryValueTag.null.rawValue)
    case .integer(let integer):
      writer.append(BinaryValueTag.integer.rawValue)
      writer.append(integer)
    case .double(let double):
      writer.append(BinaryValueTag.double.rawValue)
      writer.append(double.bitPattern)
    case .string(let string):
      writer.append(BinaryValueTag.string.rawValue)
      writer.append(string)
    case .data(let data):
      writer.append(BinaryValueTag.data.rawValue)
      writer.append(data)
    case .decimal(let decimal):
      writer.append(BinaryValueTag.decimal.rawValue)
      writer.append(decimal.description)
    case .uuid(let uuid):
      writer.append(BinaryValueTag.uuid.rawValue)
      withUnsafeBytes(of: uuid.uuid) { writer.append(contentsOf: $0) }
    }
  }
}
