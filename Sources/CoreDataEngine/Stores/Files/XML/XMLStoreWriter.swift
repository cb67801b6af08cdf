/// Writes a store as XML.
struct XMLStoreWriter {
  private let tables: MemoryTables
  private let model: CompiledModel
  private let names: XMLStoreNames
  private var text = ""

  init(tables: MemoryTables, model: CompiledModel) {
    self.tables = tables
    self.model = model
    names = XMLStoreNames(model)
  }

  mutating func data(nextKey: Int64) throws -> Data {
    text = """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>134481920</version>
              <UUID>\(XMLStoreText.escaped(tables.metadata[NSStoreUUIDKey] as? String ?? ""))</UUID>
              <nextObjectID>\(nextKey)</nextObjectID>
              <metadata>\(try XMLStoreWriter.metadataList(tables.metadata))</metadata>
          </databaseInfo>

      """
    // In the order of the objects' numbers, so that equal stores are equal files.
    for reference in tables.rows.joined().map(\.value).sorted(by: { $0.row.key < $1.row.key }) {
      try write(StoredRecord(reference.row, in: tables, model: model))
    }
    text += "</database>\n"
    return Data(text.utf8)
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

  private mutating func write(_ record: StoredRecord) throws {
    let layout = record.layout
    text += "    <object type=\"\(names.name(of: layout))\" id=\"z\(record.key)\">\n"
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
        text += isFirst ? "z\(member.key)" : " z\(member.key)"
        isFirst = false
      }
      text += "\""
    }
    text += "></relationship>\n"
  }
}
