import CoreDataModelFormat
import CoreDataSQLite

/// A store seen from outside by a tool: never written, and read without the program's model.
package struct StoreReader {
  package let url: URL
  /// Where it is read: at `url`, but for a store whose log or journal SQLite could read only with a new file beside it.
  package var readingURL: URL { copy?.files.url ?? url }
  private let copy: PrivateCopy?
  /// As `NSPersistentStoreCoordinator.metadataForPersistentStore` gives it.
  package let metadata: [String: Any]

  /// Looks at the store. Throws a Cocoa error when there is none at `url`, or it cannot be read.
  package init(_ url: URL) throws {
    self.url = url
    copy = try PrivateCopy(of: StoreFiles(url))
    metadata = try SQLiteStore.metadata(at: copy?.files.url ?? url)
  }

  /// The version hashes of the entities that the store was made with, by name.
  package var versionHashes: [String: Data] { metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:] }

  /// Whether changes go to a log beside the database.
  package var usesWriteAheadLog: Bool {
    get throws {
      guard case .database(let header) = try DatabaseHeader.read(url) else { return false }
      return header.usesWriteAheadLog
    }
  }

  /// A connection that cannot write.
  package func connection() throws -> Connection {
    guard case .database(let header) = try DatabaseHeader.read(readingURL) else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    return try Connection(header.readingLocation(of: readingURL), options: Connection.OpenOptions(readOnly: true))
  }

  /// The bytes of each file of the store that exists, by the ending of its name.
  package var fileSizes: [(suffix: String, bytes: Int)] {
    let files = StoreFiles(url)
    return StoreFiles.Part.allCases.compactMap { part in
      FileManager.default.fileExists(atPath: files.path(of: part)) ? (part.rawValue, files.size(of: part)) : nil
    }
  }

  /// The model that the store keeps of itself; nil when it keeps none.
  package func cachedModel() throws -> ModelDocument? {
    let connection = try connection()
    defer { connection.close() }
    guard let content = try ModelCache.content(of: connection) else { return nil }
    let name = url.deletingPathExtension().lastPathComponent
    return try CompiledModelReader().document(fromModelCache: content, name: name)
  }
}
