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

  /// Removes every file of the store, whether it can be opened or not, but for external data that another store has in the
  /// same folder. A folder in place of the database is not touched: throws 256.
  func remove() throws {
    let hasFolder = !isInMemory && FileManager.default.fileExists(atPath: supportFolder.path)
    let removesFolder = hasFolder && !sharesSupportFolder
    try removeDatabase()
    if removesFolder { try FileManager.default.removeItem(at: supportFolder) }
  }

  /// Removes the database, its log and its journal.
  func removeDatabase() throws {
    if isInMemory { return }
    try requireNoFolder()
    // The database goes last: SQLite would throw away a log without it.
    for path in Part.allCases.reversed().map(path(of:)) where FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// Throws 516 when there is any file of a store, or a folder of external data that nobody or another store has.
  func requireFree() throws {
    if isInMemory { return }
    if exist { throw StoreLocation.occupied(url) }
    if FileManager.default.fileExists(atPath: supportFolder.path) { throw StoreLocation.occupied(supportFolder) }
  }

  func requireNoFolder() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else { return }
    throw NSError.storeFile(
      NSFileReadUnknownError, url: url, reason: "\(url.path) is a folder, not a store.", advice: "Check the path.")
  }
}
