/// The binary store: a mark, a checksum, the metadata as a property list, the highest keys, then the objects entity by
/// entity, each value with its kind. Numbers are little-endian.
struct BinaryStoreFormat: StoreFileFormat {
  var storeType: String { NSBinaryStoreType }
  var isNumberedTogether: Bool { false }
  var firstKey: Int64 { 1 }

  static let mark = Data("CoreDataCompat binary store 1\n".utf8)

  func metadata(of data: Data) throws -> [String: Any] {
    var reader = try reader(of: data)
    return try metadata(&reader)
  }

  func tables(from data: Data, model: CompiledModel, keys: MemoryKeys) throws -> MemoryTables {
    var reader = try reader(of: data)
    let metadata = try metadata(&reader)
    var store = BinaryStoreReader(model: model, keys: keys, metadata: metadata)
    return try store.tables(from: &reader)
  }

  func data(of tables: MemoryTables, model: CompiledModel, keys: MemoryKeys) throws -> Data {
    var writer = try BinaryStoreFormat.writer(tables.metadata)
    var store = BinaryStoreWriter(tables: tables, model: model)
    store.write(to: &writer, keys: keys)
    return BinaryStoreFormat.sealed(writer)
  }

  func replacingMetadata(of data: Data, with metadata: [String: Any]) throws -> Data {
    var reader = try reader(of: data)
    var replaced = metadata
    replaced[NSStoreUUIDKey] = try self.metadata(&reader)[NSStoreUUIDKey]
    var writer = try BinaryStoreFormat.writer(replaced)
    writer.append(contentsOf: reader.rest)
    return BinaryStoreFormat.sealed(writer)
  }

  private func reader(of data: Data) throws -> ByteReader {
    guard data.starts(with: BinaryStoreFormat.mark) else {
      // Apple's own binary store is an archive of private classes.
      let isArchive = data.starts(with: Data("bplist00".utf8))
      throw StoreFileProblem(isArchive ? "it is a keyed archive, whose format is not public" : "it has another format")
    }
    var reader = ByteReader(data.dropFirst(BinaryStoreFormat.mark.count))
    guard try reader.number(UInt32.self) == CRC32.checksum(of: reader.rest) else {
      throw StoreFileProblem("its checksum is wrong, so it is damaged")
    }
    return reader
  }

  private func metadata(_ reader: inout ByteReader) throws -> [String: Any] {
    let list = try? PropertyListSerialization.propertyList(from: try reader.data(), format: nil)
    guard let metadata = list as? [String: Any] else { throw StoreFileProblem("its metadata is no dictionary") }
    return metadata
  }

  /// A writer that has the metadata.
  private static func writer(_ metadata: [String: Any]) throws -> ByteWriter {
    var writer = ByteWriter()
    do {
      writer.append(try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0))
    } catch {
      throw NSError.coreData(
        NSPersistentStoreSaveError, reason: "The metadata holds a value that is no property-list value.",
        underlying: error)
    }
    return writer
  }

  private static func sealed(_ writer: ByteWriter) -> Data {
    var whole = ByteWriter()
    whole.append(contentsOf: mark)
    whole.append(CRC32.checksum(of: writer.bytes))
    whole.append(contentsOf: writer.bytes)
    return Data(whole.bytes)
  }
}
