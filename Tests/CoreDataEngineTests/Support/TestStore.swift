import CoreDataEngine
import Testing

/// The store types that a behaviour is tested on.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, sqlite, sqliteInMemory, xml, binary

  var testDescription: String { rawValue }

  /// Those that keep their rows in a file.
  static let lasting: [StoreKind] = [.sqlite, .xml, .binary]

  var type: String {
    switch self {
    case .memory: NSInMemoryStoreType
    case .sqlite, .sqliteInMemory: NSSQLiteStoreType
    case .xml: NSXMLStoreType
    case .binary: NSBinaryStoreType
    }
  }
}

/// A coordinator with one store in a folder of its own.
final class TestStore {
  let folder: TemporaryFolder
  let model: NSManagedObjectModel
  let kind: StoreKind
  let coordinator: NSPersistentStoreCoordinator

  init(
    _ kind: StoreKind, model: NSManagedObjectModel = CasesModel.make(), folder: TemporaryFolder? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws {
    self.kind = kind
    self.model = model
    self.folder = try folder ?? TemporaryFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(ofType: kind.type, configurationName: nil, at: url, options: options)
  }

  var url: URL? {
    switch kind {
    case .memory: nil
    case .sqlite: folder.url.appendingPathComponent("store.sqlite")
    case .sqliteInMemory: URL(fileURLWithPath: "/dev/null")
    case .xml: folder.url.appendingPathComponent("store.xml")
    case .binary: folder.url.appendingPathComponent("store.binary")
    }
  }

  /// A context of a queue of its own. Tests are its only user, on one thread.
  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// The same file opened by another coordinator; a store in memory as it is.
  func reopened() throws -> TestStore {
    guard StoreKind.lasting.contains(kind) else { return self }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    return try TestStore(kind, model: model, folder: folder)
  }
}

/// A folder that goes away with its owner.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("CoreDataEngineTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

extension NSManagedObjectContext {
  /// A new object with values by name.
  func make(_ entity: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  func all(_ entity: String, _ format: String? = nil, _ arguments: Any?..., sortedBy key: String? = nil) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format { request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 ?? NSNull() }) }
    if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
    return try fetch(request)
  }
}

extension NSManagedObject {
  func text(_ key: String) -> String? { value(forKey: key) as? String }
  func number(_ key: String) -> Int? { (value(forKey: key) as? NSNumber)?.intValue }
  func object(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }
  func objects(_ key: String) -> Set<NSManagedObject> { value(forKey: key) as? Set<NSManagedObject> ?? [] }
}
