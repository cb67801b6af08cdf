import CoreDataCompat

/// A stack of another maker: a legacy stack inside, with more to offer.
final class GenerousStack: StackProvider {
  static let name = "generous"
  static let offers: Capabilities = [
    .persistentContainer, .connectionPool, .automaticMerging, .queryGenerations, Capabilities(rawValue: 1 << 20),
  ]
  static func requirements(for configuration: StackConfiguration) -> Capabilities { .threadSafeSQLite }

  private let inner: LegacyStack

  init(model: NSManagedObjectModel, store: StoreBlueprint) { inner = LegacyStack(model: model, store: store) }

  var managedObjectModel: NSManagedObjectModel { inner.managedObjectModel }
  var persistentStoreCoordinator: NSPersistentStoreCoordinator { inner.persistentStoreCoordinator }
  var viewContext: NSManagedObjectContext { inner.viewContext }
  func load() throws { try inner.load() }
  func newBackgroundContext() -> NSManagedObjectContext { inner.newBackgroundContext() }
}

/// A stack that offers no more than the legacy stack.
final class EqualStack: StackProvider {
  static let name = "equal"
  static let offers: Capabilities = []
  static func requirements(for configuration: StackConfiguration) -> Capabilities { [] }

  private let inner: LegacyStack

  init(model: NSManagedObjectModel, store: StoreBlueprint) { inner = LegacyStack(model: model, store: store) }

  var managedObjectModel: NSManagedObjectModel { inner.managedObjectModel }
  var persistentStoreCoordinator: NSPersistentStoreCoordinator { inner.persistentStoreCoordinator }
  var viewContext: NSManagedObjectContext { inner.viewContext }
  func load() throws { try inner.load() }
  func newBackgroundContext() -> NSManagedObjectContext { inner.newBackgroundContext() }
}
