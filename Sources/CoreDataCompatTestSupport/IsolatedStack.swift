import CoreDataCompat
import Foundation

/// A manager for one test: a store of its own, in a folder of its own, silent and safe in parallel.
///
/// The folder is removed when the value is released, so keep it until the test is done.
public final class IsolatedStack: Sendable {
  /// The folder of the test; empty but for the store.
  public let folder: URL
  /// The store's file, whether it exists or not.
  public let storeURL: URL
  /// The configuration, from which further managers on the same store can be made.
  public let configuration: StackConfiguration
  /// The manager.
  public let manager: Manager

  /// Makes a folder and a manager over an empty store in it.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - kind: where the store is kept.
  ///   - provider: the stack; nil for the automatic choice.
  /// - Throws: Foundation's error when the folder cannot be made.
  public init(model: ModelSource, kind: StoreKind = .file, provider: (any StackProvider.Type)? = nil) throws {
    Fault.install()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("IsolatedStack-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var configuration = StackConfiguration(model: model, storeName: "Test", place: .directory(folder))
    configuration.storeType = kind.type
    if kind == .devNull { configuration.place = .file(URL(fileURLWithPath: "/dev/null")) }
    storeURL = folder.appendingPathComponent("Test.\(kind.fileExtension)", isDirectory: false)
    if let provider {
      configuration.selector = .provider(provider)
      if !configuration.providers.contains(where: { $0 == provider }) { configuration.providers.append(provider) }
    }
    configuration.log = nil
    configuration.environment = IsolatedStack.environment
    self.configuration = configuration
    manager = Manager(configuration: configuration)
  }

  deinit {
    stopFailing()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Another manager on the same store, on the same stack or another.
  public func anotherManager(provider: (any StackProvider.Type)? = nil) -> Manager {
    var configuration = configuration
    if let provider { configuration.selector = .provider(provider) }
    return Manager(configuration: configuration)
  }

  /// This process's, whatever `COREDATA_STACK` says: a test names its stack itself.
  private static var environment: RuntimeEnvironment {
    var environment = RuntimeEnvironment.current
    environment.stackOverride = nil
    return environment
  }
}
