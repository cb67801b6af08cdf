import CCoreDataFaults

/// What goes wrong with the files of a store under test. See `IsolatedStack.fail(_:afterWrites:)`.
public enum Fault: Sendable, CaseIterable {
  /// Writes fail because the disk is full.
  case noSpace
  /// Writes fail because the disk is broken.
  case brokenDisk
  /// The lock for writing is held by someone else.
  case busy
  /// The process is killed in place of the write: for a process that a test starts for the purpose.
  case kill

  var code: coredata_fault {
    switch self {
    case .noSpace: COREDATA_FAULT_FULL
    case .brokenDisk: COREDATA_FAULT_IO
    case .busy: COREDATA_FAULT_BUSY
    case .kill: COREDATA_FAULT_KILL
    }
  }

  /// Puts the layer in which faults happen under SQLite. Databases that are open already are not reached.
  public static func install() { _ = installed }

  private static let installed: Int32 = coredata_faults_install()

  /// Makes writes to files whose path begins with `path` fail: all but the next `count`, until `stop(at:)`.
  public static func start(_ fault: Fault, at path: String, afterWrites count: Int = 0) {
    precondition(coredata_faults_set(path, fault.code, count) != 0, "There are too many faults at once.")
  }

  /// Lets writes to files whose path begins with `path` pass again. Returns how many writes there were meanwhile, failed ones
  /// included.
  @discardableResult
  public static func stop(at path: String) -> Int {
    defer { _ = coredata_faults_set(path, COREDATA_FAULT_NONE, 0) }
    return coredata_faults_writes(path)
  }
}
