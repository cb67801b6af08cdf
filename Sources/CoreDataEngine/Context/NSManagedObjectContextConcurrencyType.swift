/// The queue on which a context works, with Apple's raw values.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The thread that made it; deprecated by Apple.
  case confinementConcurrencyType = 0
  /// A queue of its own.
  case privateQueueConcurrencyType = 1
  /// The program's main queue.
  case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
  /// The queue on which a context works, in its Swift spelling.
  public struct ConcurrencyType: Hashable, RawRepresentable, Sendable {
    /// The same type as an `NSManagedObjectContextConcurrencyType`.
    public var rawValue: NSManagedObjectContextConcurrencyType

    /// Makes the type from its older spelling.
    public init(rawValue: NSManagedObjectContextConcurrencyType) { self.rawValue = rawValue }

    /// A queue of its own.
    public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)
    /// The program's main queue.
    public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
  }

  /// When an asynchronous block runs.
  public enum ScheduledTaskType: Hashable, Sendable {
    /// At once when the caller is on the queue already, otherwise in turn.
    case immediate
    /// In turn, always.
    case enqueued
  }
}
