/// Writes a store as XML.
struct XMLStoreWriter {
  private let tables: MemoryTables
  private let model: CompiledModel
  private let names: XMLStoreNames
  private let numbers: FileNumbers?
  private var text = ""

  init(tables: MemoryTables, model: CompiledModel, numbers: FileNumbers? = nil) {
    self.tables = tables
    self.model = model
    self.numbers = numbers
    names = XMLStoreNames(model)
  }

  /// `nextKey` is asked once every object has its number.
  mutating func data(nextKey: () -> Int64) throws -> Data {
    // In the order of the objects' numbers, so that equal stores are equal files.
    let rows = tables.rows.joined().map { (number(of: $0.value.row), $0.value) }.sorted { $0.0 < $1.0 }
    text = """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>134481920</version>
              <UUID>\(XMLStoreText.escaped(tables.metadata[NSStoreUUIDKey] as? String ?? ""))</UUID>
              <nextObjectID>\(nextKey())</nextObjectID>
              <metadata>\(try XMLStoreWriter.metadataList(tables.metadata))</metadata>
          </databaseInfo>

      """
    for (number, reference) in rows { try write(StoredRecord(reference.row, in: tables, model: model), number) }
    text += "</database>\n"
    return Data(text.utf8)
  }

  private func number(of row: Row) -> Int64 {
    number(of: ObjectKey(entityIndex: row.entityIndex, key: row.key))
  }

  private func number(of key: ObjectKey) -> Int64 {
    numbers?.number(of: RowIdentity(root: model.layouts[key.entityIndex].rootIndex, key: key.key)) ?? key.key
  }

  /// The property list of the metadata that has no place of its own. Throws 134030 for values that are no property list.
  static func metadataList(_ metadata: [String: Any]) throws -> String {
    let listed = metadata.filter { !XMLStoreFormat.keysOutside.contains($0.key) }
    do {
      let data = try PropertyListSerialization.data(fromPropertyList: listed, format: .xml, options: 0)
      let list = String(decoding: data, as: UTF8.self)
      guard let start = list.range(of: "<plist") else { return "" }
      return "\n" + list[start.lowerBound...]
    } catch {
      throw NSError.coreData(
        NSPersistentStoreSaveError, reason: "The metadata holds a value that is no property-list value.",
        underlying: error)
    }
  }

  private mutating func write(_ record: StoredRecord, _ number: Int64) throws {
    let layout = record.layout
    text += "    <object type=\"\(names.name(of: layout))\" id=\"z\(number)\">\n"
    for property in layout.properties {
      switch property.kind {
      case .attribute(let kind) where property.isStored:
        try write(record.values[property.slot], kind, property, of: record)
      case .toOne where property.isStored, .toMany where !property.isTransient:
        write(record.destinations[property.slot] ?? [], property, in: layout)
      default: continue
      }
    }
    text += "    </object>\n"
  }

  private mutating func write(
    _ value: Value, _ kind: AttributeKind, _ property: PropertyLayout, of record: StoredRecord
  ) throws {
    guard let written = XMLStoreValue.text(of: value) else { return }
    let name = names.name(of: property, in: record.layout)
    text += "        <attribute name=\"\(name)\" type=\"\(XMLStoreValue.typeName(of: kind))\">\(written)</attribute>\n"
  }

  private mutating func write(_ members: [ObjectKey], _ property: PropertyLayout, in layout: EntityLayout) {
    let name = names.name(of: property, in: layout)
    let counts = property.isToOne ? "1/1" : "0/0"
    text +=
      "        <relationship name=\"\(name)\" type=\"\(counts)\" destination=\"\(names.name(of: property.destination))\""
    if !members.isEmpty {
      text += " idrefs=\""
      var isFirst = true
      for member in members {
        text += isFirst ? "z\(number(of: member))" : " z\(number(of: member))"
        isFirst = false
      }
      text += "\""
    }
    text += "></relationship>\n"
  }
}
