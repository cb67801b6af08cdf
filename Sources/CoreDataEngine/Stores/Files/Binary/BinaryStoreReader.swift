/// Reads the objects of a binary store.
struct BinaryStoreReader {
  private let model: CompiledModel
  private let keys: MemoryKeys
  private var builder: TableBuilder
  /// The file's entities, in its order.
  private var layouts: [EntityLayout] = []

  init(model: CompiledModel, keys: MemoryKeys, metadata: [String: Any]) {
    self.model = model
    self.keys = keys
    builder = TableBuilder(model: model, keys: keys, metadata: metadata)
  }

  mutating func tables(from reader: inout ByteReader) throws -> MemoryTables {
    for _ in 0..<(try reader.count()) {
      let name = try reader.text()
      guard let layout = model.layout(named: name) else { throw StoreFileProblem("the model has no entity '\(name)'") }
      layouts.append(layout)
    }
    for layout in layouts where layout.superlayout == nil {
      keys.reserve(try key(reader.number(Int64.self), least: 0), root: layout.rootIndex)
    }
    var seen = Set<RowIdentity>()
    for layout in layouts {
      let properties = try properties(of: layout, &reader)
      for _ in 0..<(try reader.count()) {
        let record = try record(of: layout, properties, &reader)
        guard seen.insert(RowIdentity(root: layout.rootIndex, key: record.key)).inserted else {
          throw StoreFileProblem("two objects of '\(layout.name)' have the key \(record.key)")
        }
        builder.add(record)
      }
    }
    guard reader.isAtEnd else { throw StoreFileProblem("it goes on after its end") }
    return builder.finish()
  }

  private func properties(of layout: EntityLayout, _ reader: inout ByteReader) throws -> [PropertyLayout] {
    var properties: [PropertyLayout] = []
    for _ in 0..<(try reader.count()) {
      let name = try reader.text()
      guard let property = layout.property(named: name) else {
        throw StoreFileProblem("the entity '\(layout.name)' has no property '\(name)'")
      }
      properties.append(property)
    }
    return properties
  }

  private func record(
    of layout: EntityLayout, _ properties: [PropertyLayout], _ reader: inout ByteReader
  ) throws -> StoredRecord {
    var record = StoredRecord(layout, key: try key(reader.number(Int64.self), least: 1))
    record.version = try reader.number(Int32.self)
    for property in properties {
      guard let tag = BinaryValueTag(rawValue: try reader.number(UInt8.self)) else { throw unexpected(property) }
      if property.isRelationship {
        guard tag == .destinations else { throw unexpected(property) }
        record.destinations[property.slot] = try destinations(of: property, &reader)
      } else {
        let value = try value(tag, &reader)
        guard let kind = property.attributeKind, fits(value, kind), property.composite?.accepts(value) ?? true else {
          throw unexpected(property)
        }
        record.values[property.slot] = value
      }
    }
    return record
  }

  private func value(_ tag: BinaryValueTag, _ reader: inout ByteReader) throws -> Value {
    switch tag {
    case .null: return .null
    case .integer: return .integer(try reader.number(Int64.self))
    case .double: return .double(Double(bitPattern: try reader.number(UInt64.self)))
    case .string: return .string(try reader.text())
    case .data: return .data(try reader.data())
    case .decimal:
      guard let decimal = Decimal(string: try reader.text(), locale: Locale(identifier: "en_US_POSIX")) else {
        throw StoreFileProblem("it holds a decimal number that is none")
      }
      return .decimal(decimal)
    case .uuid:
      let (high, low) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
      let bytes = withUnsafeBytes(of: (high.littleEndian, low.littleEndian)) { $0.loadUnaligned(as: uuid_t.self) }
      return .uuid(UUID(uuid: bytes))
    case .destinations: throw StoreFileProblem("it has a relationship where an attribute is")
    }
  }

  private func fits(_ value: Value, _ kind: AttributeKind) -> Bool {
    switch (value, kind) {
    case (.null, _): true
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64), (.integer, .boolean): true
    case (.double, .double), (.double, .float), (.double, .date): true
    case (.string, .string), (.string, .uri): true
    case (.data, .binary), (.data, .transformable), (.data, .composite): true
    case (.decimal, .decimal), (.uuid, .uuid): true
    default: false
    }
  }

  private func destinations(of property: PropertyLayout, _ reader: inout ByteReader) throws -> [ObjectKey] {
    let count = try reader.count()
    guard count <= 1 || property.isToMany else { throw unexpected(property) }
    return try (0..<count).map { _ in
      let place = Int(try reader.number(UInt32.self))
      let key = try key(reader.number(Int64.self), least: 1)
      guard layouts.indices.contains(place), layouts[place].isKind(of: property.destination) else {
        throw unexpected(property)
      }
      return ObjectKey(entityIndex: layouts[place].index, key: key)
    }
  }

  private func key(_ number: Int64, least: Int64) throws -> Int64 {
    guard number >= least, number < Int64.max / 2 else { throw StoreFileProblem("\(number) is no key of an object") }
    return number
  }

  private func unexpected(_ property: PropertyLayout) -> StoreFileProblem {
    StoreFileProblem("the value of '\(property.owner.name).\(property.name)' is none of its type")
  }
}
