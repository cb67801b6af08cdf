/// The form of a store that is read and written as a whole.
protocol StoreFileFormat: Sendable {
  /// The store type, such as `NSXMLStoreType`.
  var storeType: String { get }
  /// Whether all objects of a file are numbered together, and from where.
  var isNumberedTogether: Bool { get }
  var firstKey: Int64 { get }

  /// The metadata of a file. Throws a `StoreFileProblem`.
  func metadata(of data: Data) throws -> [String: Any]
  /// The contents of a file. Throws a `StoreFileProblem`.
  func tables(from data: Data, model: CompiledModel, keys: MemoryKeys) throws -> MemoryTables
  /// The contents with the developer's own metadata replaced. Throws a `StoreFileProblem`.
  func replacingMetadata(of data: Data, with metadata: [String: Any]) throws -> Data
  func data(of tables: MemoryTables, model: CompiledModel, keys: MemoryKeys) throws -> Data
}

/// Why a file is no store of its format, in words.
struct StoreFileProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
