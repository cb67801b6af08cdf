import CoreDataModelFormat

/// Core Data's XML store: one `object` element for each object, named by entity and number, and the metadata as a property
/// list in front.
struct XMLStoreFormat: StoreFileFormat {
  var storeType: String { NSXMLStoreType }
  /// IDs are unique in a file, and begin where Apple's begin.
  var isNumberedTogether: Bool { true }
  var firstKey: Int64 { 102 }
  /// nil when objects are numbered by their keys.
  var numbers: FileNumbers?

  /// The metadata keys that have places of their own in the file, or none.
  static let keysOutside = [NSStoreUUIDKey, NSStoreTypeKey]

  func metadata(of data: Data) throws -> [String: Any] { try metadata(of: root(of: data)) }

  func tables(from data: Data, model: CompiledModel, keys: MemoryKeys) throws -> MemoryTables {
    let root = try root(of: data)
    var reader = XMLStoreReader(model: model, keys: keys, metadata: try metadata(of: root))
    return try reader.tables(from: root)
  }

  func data(of tables: MemoryTables, model: CompiledModel, keys: MemoryKeys) throws -> Data {
    var writer = XMLStoreWriter(tables: tables, model: model, numbers: numbers)
    return try writer.data { (numbers?.highest ?? keys.highest.first ?? 0) + 1 }
  }

  func numbered(by numbers: FileNumbers) -> any StoreFileFormat { XMLStoreFormat(numbers: numbers) }

  func replacingMetadata(of data: Data, with metadata: [String: Any]) throws -> Data {
    let list = try XMLStoreWriter.metadataList(metadata)
    guard let start = data.range(of: Data("<metadata>".utf8)),
      let end = data.range(of: Data("</metadata>".utf8), in: start.upperBound..<data.endIndex)
    else { throw StoreFileProblem("it has no metadata") }
    return data[..<start.upperBound] + Data(list.utf8) + data[end.lowerBound...]
  }

  private func root(of data: Data) throws -> MarkupElement {
    var parser = MarkupParser()
    parser.maximumElementCount = .max
    do {
      let root = try parser.parse(data)
      guard root.name == "database" else {
        throw StoreFileProblem("its root element is <\(root.name)>, not <database>")
      }
      return root
    } catch let error as ModelFormatError {
      throw StoreFileProblem("\(error)")
    }
  }

  private func metadata(of root: MarkupElement) throws -> [String: Any] {
    guard let info = root.children.first(where: { $0.name == "databaseInfo" }) else {
      throw StoreFileProblem("it has no <databaseInfo>")
    }
    var metadata: [String: Any] = [:]
    if let element = info.children.first(where: { $0.name == "metadata" }),
      let list = element.children.first(where: { $0.name == "plist" })?.children.first
    {
      guard let found = try PropertyListMarkup.value(of: list) as? [String: Any] else {
        throw StoreFileProblem("its metadata is no dictionary")
      }
      metadata = found
    }
    guard let uuid = info.children.first(where: { $0.name == "UUID" })?.text, !uuid.isEmpty else {
      throw StoreFileProblem("it has no <UUID>")
    }
    metadata[NSStoreUUIDKey] = uuid.trimmingCharacters(in: .whitespacesAndNewlines)
    metadata[NSStoreTypeKey] = storeType
    return metadata
  }
}
