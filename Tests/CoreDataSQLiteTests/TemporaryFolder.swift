import CoreDataSQLite
import Foundation

/// A folder of one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "CoreDataSQLiteTests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String = "store.sqlite") -> String { path + "/" + name }

  func connection(
    _ name: String = "store.sqlite", options: Connection.OpenOptions = .init(busyTimeout: 0)
  ) throws -> Connection {
    try Connection(.file(file(name)), options: options)
  }
}

/// Runs blocking work on a thread of its own, because the pool of tasks has only as many as there are cores.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}

/// The code of the SQLite error the body throws; nil when it throws none or another.
func thrownCode(_ body: () throws -> Void) -> SQLiteCode? {
  do {
    try body()
    return nil
  } catch {
    return (error as? SQLiteError)?.code
  }
}
