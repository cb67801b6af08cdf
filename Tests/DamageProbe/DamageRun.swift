import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Foundation

/// Rounds of damaging a file and reading it. Each is announced on standard output, so that the last line names the one that
/// ended the process.
final class DamageRun {
  enum Kind: String {
    case mom, xml, cache, cdm, xcmappingmodel, store, migration
    case xmlStore = "xml-store"
    case binaryStore = "binary-store"
  }

  private let kind: Kind
  private let seed: UInt64
  private let count: Int
  private let folder: URL
  private var good = 0
  private var refused = 0

  init(kind: Kind, seed: UInt64, count: Int, folder: URL) {
    (self.kind, self.seed, self.count, self.folder) = (kind, seed, count, folder)
  }

  func run(_ files: [Data]) throws {
    let sample = ModelDocument(Template.model())
    switch kind {
    case .mom:
      readModels([try CompiledModelWriter().data(for: sample)] + files, use) {
        try CompiledModelReader().document(from: $0, name: "M")
      }
    case .xml:
      readModels([try XMLModelWriter().data(for: sample)] + files, use) {
        try XMLModelReader().document(from: $0, name: "M")
      }
    case .cache:
      readModels([RawDeflate.stored(try CompiledModelWriter().data(for: sample))] + files, use) {
        try CompiledModelReader().document(fromModelCache: $0, name: "M")
      }
    case .cdm:
      try readMappings([MappingSamples.compiled()] + files, "M.cdm") { try CompiledMappingReader().document(from: $0) }
    case .xcmappingmodel:
      try readMappings([MappingSamples.xml] + files, "M.xcmappingmodel/xcmapping.xml") {
        try XMLMappingReader().document(from: $0)
      }
    case .store, .migration: try readStores(NSSQLiteStoreType)
    case .xmlStore: try readStores(NSXMLStoreType)
    case .binaryStore: try readStores(NSBinaryStoreType)
    }
    say("end: \(good) read, \(refused) with errors, at most \(Limits.peak ?? 0) MB")
  }

  /// Written at once: the process may be gone the next moment.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  private func generator(_ round: Int) -> Generator {
    say("round \(round)")
    Limits.seconds(30)
    return Generator(seed: seed &+ UInt64(round) &* 1_000_003)
  }

  // MARK: Models

  private func readModels<Document>(
    _ originals: [Data], _ use: (Document) throws -> Void, _ read: (Data) throws -> Document
  ) {
    for round in 0..<count {
      var generator = generator(round)
      // The first is whole, or all the others would tell nothing.
      let damaged = round == 0 ? originals[0] : ByteDamage.apply(to: generator.any(originals), &generator)
      do {
        let document = try read(damaged)
        good += 1
        try use(document)
      } catch {
        // Inside the package a model file's errors have a type of their own.
        if !(error is ModelFormatError), (error as NSError).domain != NSCocoaErrorDomain { say("untyped \(error)") }
        if refused == 0 { say("first refused: \(error)") }
        refused += 1
      }
    }
  }

  /// A file that can be read is used as a program does: for a migration of the store that it is for.
  private func readMappings(
    _ originals: [Data], _ name: String, _ read: @escaping (Data) throws -> MappingDocument
  ) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let mappingFile = file.lastPathComponent == "xcmapping.xml" ? file.deletingLastPathComponent() : file
    let store = folder.appendingPathComponent("source.sqlite")
    try Template.make(at: store, type: NSSQLiteStoreType)
    readModels(originals, { _ in try MigrationUse(folder).migrate(store, by: mappingFile) }) { data in
      try data.write(to: file)
      return try read(data)
    }
  }

  /// Does with a damaged model what its users do.
  private func use(_ document: ModelDocument) {
    _ = document.compiledForm()
    _ = document.versionHashes()
    _ = ModelValidator(document).problems()
    _ = try? XMLModelWriter().data(for: document)
    _ = try? CompiledModelWriter().data(for: document)
    do {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try NSManagedObjectModel(document: document))
      _ = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"), options: nil)
    } catch {
      // Inside the package a model file's errors have a type of their own.
      if !(error is ModelFormatError), (error as NSError).domain != NSCocoaErrorDomain { say("untyped \(error)") }
    }
  }

  // MARK: Stores

  private func readStores(_ type: String) throws {
    let url = folder.appendingPathComponent("damaged.sqlite")
    try Template.make(at: url, type: type)
    let bytes = try Data(contentsOf: url)
    for round in 0..<count {
      var generator = generator(round)
      if type == NSSQLiteStoreType {
        try damage(bytes, at: url, &generator)
      } else {
        try ByteDamage.apply(to: bytes, &generator).write(to: url)
      }
      if kind == .migration {
        readMigrated(url, round)
        continue
      }
      let use = StoreUse(url, type: type)
      use.run(round)
      for text in use.untyped { say("untyped round \(round): \(text.prefix(600))") }
      if use.errors > 0 { refused += 1 }
      if use.objects > 0 { good += 1 }
    }
  }

  private func readMigrated(_ url: URL, _ round: Int) {
    do {
      if try MigrationUse(folder).migrate(url, way: round) > 0 { good += 1 }
    } catch {
      if (error as NSError).domain != NSCocoaErrorDomain || (error as NSError).localizedDescription.isEmpty {
        say("untyped round \(round): \("\(error)".prefix(600))")
      }
      refused += 1
    }
  }

  private func damage(_ bytes: Data, at url: URL, _ generator: inout Generator) throws {
    for part in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: url.path + part) }
    let way = generator.number(0..<10)
    if way < 4 {
      try ByteDamage.apply(to: bytes, &generator).write(to: url)
      return
    }
    try bytes.write(to: url)
    let connection = try Connection(.file(url.path))
    if way == 9, let archive = Trap.archive {
      let update = try connection.prepare("UPDATE ZANIMAL SET ZBAG = ?")
      archive.withUnsafeBytes { update.bind(blob: $0, at: 1) }
      try update.run()
    } else {
      try StoreDamage(connection).apply(to: connection, &generator)
    }
    connection.close()
    // Beside a sound file, a log of rubbish.
    guard way == 8 else { return }
    let log = Data((0..<8_192).map { _ in UInt8(generator.number(0..<256)) })
    try log.write(to: URL(fileURLWithPath: url.path + "-wal"))
  }
}
