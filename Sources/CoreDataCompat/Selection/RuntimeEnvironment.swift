import Foundation

/// What a program runs on, as far as it matters to the choice of a stack.
///
/// A value: tests make one by hand and see what another system would choose.
public struct RuntimeEnvironment: Sendable {
  /// The system.
  public var platform: Platform
  /// The system's version.
  public var systemVersion: VersionNumber
  /// The version of SQLite.
  public var sqliteVersion: VersionNumber
  /// Whether SQLite was built for use on several threads.
  public var isSQLiteThreadSafe: Bool
  /// What all this offers to stacks.
  public var capabilities: Capabilities
  /// The value of `COREDATA_STACK`, which overrides the configuration's selector; nil when it is not set.
  public var stackOverride: String?
  /// Why this seems to be a test run; nil when it seems to be none.
  public var testRunner: String?

  /// The oldest SQLite on which the container stack runs.
  public static let minimumSQLiteVersion: VersionNumber = "3.25.0"

  /// Makes an environment by hand. Capabilities follow from the versions unless they are given.
  public init(
    platform: Platform, systemVersion: VersionNumber, sqliteVersion: VersionNumber = minimumSQLiteVersion,
    isSQLiteThreadSafe: Bool = true, capabilities: Capabilities? = nil, stackOverride: String? = nil,
    testRunner: String? = nil
  ) {
    self.platform = platform
    self.systemVersion = systemVersion
    self.sqliteVersion = sqliteVersion
    self.isSQLiteThreadSafe = isSQLiteThreadSafe
    self.stackOverride = stackOverride
    self.testRunner = testRunner
    self.capabilities = []
    self.capabilities = capabilities ?? impliedCapabilities
  }

  private var impliedCapabilities: Capabilities {
    var result: Capabilities = []
    if isSQLiteThreadSafe { result.insert(.threadSafeSQLite) }
    if sqliteVersion >= Self.minimumSQLiteVersion { result.insert(.writeAheadLog) }
    if let first = platform.firstVersionWithContainer, systemVersion < first { return result }
    return result.union([.persistentContainer, .connectionPool, .automaticMerging, .queryGenerations])
  }

  /// The environment of this process.
  public static var current: RuntimeEnvironment {
    let system = ProcessInfo.processInfo.operatingSystemVersion
    return RuntimeEnvironment(
      platform: Bridge.platform,
      systemVersion: VersionNumber(system.majorVersion, system.minorVersion, system.patchVersion),
      sqliteVersion: Bridge.sqliteVersion, isSQLiteThreadSafe: Bridge.isSQLiteThreadSafe,
      stackOverride: ProcessInfo.processInfo.environment["COREDATA_STACK"], testRunner: TestRunner.current)
  }

  /// This environment as a store at `url` finds it: without the log where the file lies on a network.
  func adapted(toStoreAt url: URL?) -> RuntimeEnvironment {
    guard let url, Bridge.isOnNetwork(url) else { return self }
    var adapted = self
    adapted.capabilities.remove(.writeAheadLog)
    return adapted
  }

  /// Which of `required` is not there, each with what is known of the reason.
  func missing(of required: Capabilities) -> [String] {
    required.subtracting(capabilities).names.map { name in
      switch name {
      case "persistentContainer":
        guard let first = platform.firstVersionWithContainer else { return name }
        return "\(name) (needs \(platform.rawValue) \(first), this is \(systemVersion))"
      case "threadSafeSQLite":
        return "\(name) (SQLite \(sqliteVersion) was built without threads)"
      case "writeAheadLog" where sqliteVersion < Self.minimumSQLiteVersion:
        return "\(name) (needs SQLite \(Self.minimumSQLiteVersion), this is \(sqliteVersion))"
      case "writeAheadLog":
        return "\(name) (it does not work where the store lies)"
      default: return name
      }
    }
  }
}

extension RuntimeEnvironment: CustomStringConvertible {
  /// System and SQLite, with their versions.
  public var description: String { "\(platform.rawValue) \(systemVersion), SQLite \(sqliteVersion)" }
}
