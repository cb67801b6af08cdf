/// The files that a save writes for large values, and those that it makes needless.
final class ExternalDataFiles {
  /// Values up to this many bytes stay in the database.
  static let threshold = 100 * 1_024

  /// nil for a store without files, whose values all stay in the database.
  private let database: URL?
  private lazy var folder = database.map { StoreFiles($0).externalDataFolder }
  private var new: [URL] = []
  private var old: [String] = []

  /// The files of a database; nil for one without.
  init(of database: URL?) { self.database = database }

  func takes(_ data: Data) -> Bool { database != nil && data.count > ExternalDataFiles.threshold }

  /// Writes a value to a new file and waits until it is on the disk; returns the file's name.
  func write(_ data: Data) throws -> String {
    guard let folder else { fatalError("A store in memory has no files of external data.") }
    let name = UUID().uuidString
    let url = folder.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      new.append(url)
      try data.write(to: url)
      let file = try FileHandle(forWritingTo: url)
      defer { try? file.close() }
      try file.synchronize()
    } catch {
      throw NSError.coreData(
        NSPersistentStoreSaveError, reason: "A large value cannot be written to \(url.path).", underlying: error,
        userInfo: [NSFilePathErrorKey: url.path])
    }
    return name
  }

  /// Notes that the row's present value is going; its file, if it has one, goes after the commit.
  func replace(_ stored: Data) {
    if case .file(let name) = ExternalData.form(of: stored), UUID(uuidString: name) != nil { old.append(name) }
  }

  /// After the commit. A file that cannot be removed is only waste.
  func removeOld() {
    if old.isEmpty { return }
    guard let database, let folder else { return }
    StoreFiles(database).syncLog()
    for name in old { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
  }

  /// After a failure.
  func discardNew() { for url in new { try? FileManager.default.removeItem(at: url) } }
}
