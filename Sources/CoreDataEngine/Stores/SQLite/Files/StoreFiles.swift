/// The files of an SQLite store, which belong together: the database, its log or journal, and the folder of external data.
struct StoreFiles {
  enum Part: String, CaseIterable {
    case database = ""
    case log = "-wal"
    case sharedMemory = "-shm"
    case journal = "-journal"
  }

  let url: URL

  init(_ url: URL) { self.url = url }

  func path(of part: Part) -> String { url.path + part.rawValue }

  /// The bytes of a part; 0 for none.
  func size(of part: Part) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: part))
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// Whether the journal is that of a database that had something in it. One that was cut short when its first page was
  /// written has a journal too, which tells of a database of no pages.
  var hasJournalOfContents: Bool {
    guard size(of: .journal) > 0 else { return false }
    guard let file = FileHandle(forReadingAtPath: path(of: .journal)) else { return true }
    defer { try? file.close() }
    // Eight bytes that mark a journal, how many pages follow, a random number, and how many pages the database had.
    guard let head = try? file.read(upToCount: 20), head.count == 20 else { return true }
    return head.suffix(4).contains { $0 != 0 }
  }

  /// The folder that holds the folder of external data: `.<name>_SUPPORT` beside the store.
  var supportFolder: URL {
    let name = url.deletingPathExtension().lastPathComponent
    return url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT", isDirectory: true)
  }

  var externalDataFolder: URL { supportFolder.appendingPathComponent("_EXTERNAL_DATA", isDirectory: true) }

  /// Whether there is any file of the store. A store in memory has none.
  var exist: Bool {
    isInMemory ? false : Part.allCases.contains { FileManager.default.fileExists(atPath: path(of: $0)) }
  }

  /// Whether the URL is that of a store in memory; the device it names is no file to be removed.
  var isInMemory: Bool { MemoryDatabase(url) != nil }

  /// All paths of the store that exist.
  private var existingPaths: [String] {
    // The database goes last, so that an interrupted removal leaves no database without its log.
    isInMemory
      ? []
      : (Part.allCases.reversed().map { path(of: $0) } + [supportFolder.path]).filter {
        FileManager.default.fileExists(atPath: $0)
      }
  }

  /// Removes every file of the store, whether it can be opened or not. A folder in place of the database is not
  /// touched: throws 256.
  func remove() throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
      throw NSError.storeFile(
        NSFileReadUnknownError, url: url, reason: "\(url.path) is a folder, not a store.", advice: "Check the path.")
    }
    for path in existingPaths { try FileManager.default.removeItem(atPath: path) }
  }
}
