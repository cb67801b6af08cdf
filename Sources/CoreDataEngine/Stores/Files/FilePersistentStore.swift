/// A store in a file that is read as a whole when it is opened, and written as a whole with each save.
class FilePersistentStore: NSPersistentStore {
  /// The form of the file.
  class var format: any StoreFileFormat { fatalError("\(self) has no file format.") }

  private var archive: StoreFileArchive?
  /// Of a store whose contents were another's; nil when objects are numbered by their keys.
  private var numbers: FileNumbers?

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
    try StoreMigration(
      url: url, options: options, model: source, configuration: configurationName, format: format
    ).migrateIfNeeded()
    let keys = MemoryKeys(rootCount: model.rootCount, isShared: format.isNumberedTogether, first: format.firstKey)
    let file = StoreFile(url: url)
    let stamp = file.stamp
    let archive = StoreFileArchive(format: format, model: model, keys: keys, url: url, stamp: stamp)
    let tables: MemoryTables
    if let data = try file.read() {
      let found = try format.understood(url) { try format.metadata(of: data) }
      try StoreRules.check(found, type: format.storeType, entities: entities, options: options, url: url)
      tables = try format.understood(url) { try format.tables(from: data, model: model, keys: keys) }
    } else {
      tables = try create(model: model, entities: entities, archive: archive, at: url)
    }
    self.archive = archive
    open(
      with: MemoryStore(model: model, tables: tables, keys: keys, archive: archive), metadata: tables.metadata)
  }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel,
    contentsOf old: NSPersistentStore
  ) throws {
    guard let url else { throw NSError.coreData(NSPersistentStoreOpenError, reason: "A store needs a URL.") }
    try StoreRules.refuseDerivedAttributes(in: entities)
    let file = StoreFile(url: url)
    guard file.stamp == nil else { throw StoreLocation.occupied(url) }
    let keys = MemoryKeys(rootCount: model.rootCount)
    let progress = Progress(totalUnitCount: 2)
    let tables = try progress.part(orThrow: MigrationError.cancelled) {
      try old.contents(model: model, entities: entities, as: type, keys: keys)
    }
    var format = Swift.type(of: self).format
    if format.isNumberedTogether {
      let numbers = FileNumbers(tables, first: format.firstKey)
      self.numbers = numbers
      format = format.numbered(by: numbers)
    }
    let archive = StoreFileArchive(format: format, model: model, keys: keys, url: url, stamp: nil)
    _ = try progress.part(orThrow: MigrationError.cancelled) { try archive.write(tables) }
    self.archive = archive
    open(
      with: MemoryStore(
        model: model, tables: tables, keys: keys, archive: archive, formerFiles: old.externalDataFolder),
      metadata: tables.metadata)
  }

  override func referenceText(of key: Int64, in layout: EntityLayout) -> String {
    guard let numbers else { return super.referenceText(of: key, in: layout) }
    return "p\(numbers.number(of: RowIdentity(root: layout.rootIndex, key: key)))"
  }

  override func key(ofReference text: String, in layout: EntityLayout) -> Int64? {
    let number = super.key(ofReference: text, in: layout)
    guard let numbers, let number else { return number }
    return numbers.key(of: number, root: layout.rootIndex)
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
    return try format.understood(url) { try format.metadata(of: data) }
  }

  override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
    guard let data = try StoreFile(url: url).read() else { throw missing(url) }
    let replaced = try format.understood(url) {
      let merged = StoredMetadata.merged(metadata ?? [:], into: try format.metadata(of: data))
      return try format.replacingMetadata(of: data, with: merged)
    }
    try StoreFile(url: url).write(replaced)
  }

  override class func destroyFiles(at url: URL, force: Bool) throws { try StoreFile(url: url).remove() }

  override class func replaceFiles(at destination: URL, withCopyOf source: URL) throws {
    guard let data = try StoreFile(url: source).read() else { throw missing(source) }
    _ = try format.understood(source) { try format.metadata(of: data) }
    try StoreFile(url: destination).write(data)
  }

  private class func missing(_ url: URL) -> NSError {
    NSError.storeFile(
      NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
  }
}
