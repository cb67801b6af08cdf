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
  /// The contents with the metadata replaced, the identifier apart. Throws a `StoreFileProblem`.
  func replacingMetadata(of data: Data, with metadata: [String: Any]) throws -> Data
  func data(of tables: MemoryTables, model: CompiledModel, keys: MemoryKeys) throws -> Data
  /// The format with numbers for objects that differ from their keys; where the keys serve, the format itself.
  func numbered(by numbers: FileNumbers) -> any StoreFileFormat
}

extension StoreFileFormat {
  func numbered(by numbers: FileNumbers) -> any StoreFileFormat { self }

  /// Calls `body`; what it finds wrong with the file at `url` is thrown as Apple's error of a file that is not in the
  /// right format.
  func understood<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as StoreFileProblem {
      throw NSError.storeFile(
        NSFileReadCorruptFileError, url: url,
        reason: "\(url.path) is no readable \(storeType) store: \(problem.reason).",
        advice: "The file has been left as it was. Restore it from a backup, or choose another place for the store.")
    }
  }
}

/// Why a file is no store of its format, in words.
struct StoreFileProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
