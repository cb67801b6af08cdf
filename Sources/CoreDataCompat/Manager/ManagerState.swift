import Foundation

/// What a manager knows. Used under its lock.
struct ManagerState {
  enum Phase {
    case notLoaded
    case loaded(StackReport)
    case failed(StackError)
    case closing
  }

  var configuration: StackConfiguration
  var isUsed = false
  var phase = Phase.notLoaded
  var stack: (any StackProvider)?
  /// Background contexts handed out, which are reset when the store goes.
  var contexts = ContextList()
  var work = WorkGate()
  private var chosen: StackSelection?
  private var placeholder: NSManagedObjectContext?

  init(configuration: StackConfiguration) { self.configuration = configuration }

  /// The environment as this configuration finds it.
  var environment: RuntimeEnvironment {
    get throws {
      let environment = configuration.environment ?? .current
      guard configuration.storeType == .sqlite else { return environment }
      return environment.adapted(toStoreAt: try configuration.storeURL)
    }
  }

  /// The choice, made and logged once.
  mutating func choose() throws -> StackSelection {
    if let chosen { return chosen }
    isUsed = true
    let new = try StackSelection.choose(for: configuration, in: environment)
    chosen = new
    let execution = BackgroundMode(configuration, new.environment)
    configuration.log?("\(new); background work: \(execution)")
    return new
  }

  /// The stack, opened at the first call; nil when none can be made. A failure is kept, and not tried again here.
  mutating func openStack() -> (any StackProvider)? {
    if case .notLoaded = phase { _ = try? load() }
    return stack
  }

  /// Opens the store. Throws the error that it keeps.
  mutating func load() throws -> StackReport {
    switch phase {
    case .loaded(let report): return report
    case .closing: throw StackError.closing
    case .notLoaded, .failed: break
    }
    isUsed = true
    do {
      let selection = try choose()
      let stack = try self.stack ?? selection.provider.init(configuration: configuration)
      self.stack = stack
      let report = try StackLoader(configuration: configuration, stack: stack, selection: selection).load()
      for warning in report.warnings { configuration.log?("warning: \(warning)") }
      phase = .loaded(report)
      return report
    } catch {
      let error = error as? StackError ?? .selectorFailed(error)
      phase = .failed(error)
      throw error
    }
  }

  /// The context for when there is no stack.
  mutating func emptyContext() -> NSManagedObjectContext {
    if let placeholder { return placeholder }
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    placeholder = context
    return context
  }
}
