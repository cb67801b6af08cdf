/// A store in a file that is read as a whole when it is opened, and written as a whole with each save.
class FilePersistentStore: NSPersistentStore {
  /// The form of the file.
  class var format: any StoreFileFormat { fatalError("\(self) has no file format.") }

  private var archive: StoreFileArchive?

  override var type: String { Swift.type(of: self).format.storeType }

  override var url: URL? {
    get { super.url }
    set {
      super.url = newValue
      if let newValue { archive?.move(to: newValue) }
    }
  }

  override var canMove: Bool { true }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel
  ) throws {
    guard let url else { throw NSError.coreData(NSPersistentStoreOpenError, reason: "A store needs a URL.") }
    try StoreRules.refuseDerivedAttributes(in: entities)
    let format = Swift.type(of: self).format
    let keys = MemoryKeys(rootCount: model.rootCount, isShared: format.isNumberedTogether, first: format.firstKey)
    let file = StoreFile(url: url)
    let stamp = file.stamp
    let archive = StoreFileArchive(format: format, model: model, keys: keys, url: url, stamp: stamp)
    let tables: MemoryTables
    if let data = try file.read() {
      let found = try Swift.type(of: self).understood(url) { try format.metadata(of: data) }
      try StoreRules.check(found, type: format.storeType, entities: entities, options: options, url: url)
      tables = try Swift.type(of: self).understood(url) { try format.tables(from: data, model: model, keys: keys) }
    } else {
      tables = try create(model: model, entities: entities, archive: archive, at: url)
    }
    self.archive = archive
    open(
      with: MemoryStore(model: model, tables: tables, keys: keys, archive: archive), metadata: tables.metadata)
  }

  /// An empty store, in its file.
  private func create(
    model: CompiledModel, entities: [NSEntityDescription], archive: StoreFileArchive, at url: URL
  ) throws -> MemoryTables {
    guard !isReadOnly else { throw Swift.type(of: self).missing(url) }
    let metadata = StoreRules.metadata(type: type, identifier: identifier, model: model, entities: entities)
    let tables = MemoryTables(model: model, metadata: metadata)
    try archive.write(tables)
    return tables
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    guard let data = try StoreFile(url: url).read() else { throw missing(url) }
    return try understood(url) { try format.metadata(of: data) }
  }

  override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
    guard let data = try StoreFile(url: url).read() else { throw missing(url) }
    let replaced = try understood(url) { try format.replacingMetadata(of: data, with: metadata ?? [:]) }
    try StoreFile(url: url).write(replaced)
  }

  override class func destroyFiles(at url: URL, force: Bool) throws { try StoreFile(url: url).remove() }

  override class func replaceFiles(at destination: URL, withCopyOf source: URL) throws {
    guard let data = try StoreFile(url: source).read() else { throw missing(source) }
    _ = try understood(source) { try format.metadata(of: data) }
    try StoreFile(url: destination).write(data)
  }

  private class func missing(_ url: URL) -> NSError {
    NSError.storeFile(
      NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
  }

  /// What a format finds wrong, as Apple's error of a file that is not in the right format.
  private class func understood<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as StoreFileProblem {
      throw NSError.storeFile(
        NSFileReadCorruptFileError, url: url,
        reason: "\(url.path) is no readable \(format.storeType) store: \(problem.reason).",
        advice: "The file has been left as it was. Restore it from a backup, or choose another place for the store.")
    }
  }
}
