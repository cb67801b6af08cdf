import CoreDataSQLite
import Dispatch

/// Notices that somebody has written to a store's file: this process or another.
///
/// A connection of its own asks SQLite for `data_version` twice a second, which reads a few bytes of shared memory and
/// misses nothing, whatever the file system tells about times; a commit in this process is looked at without delay.
///
/// @unchecked Sendable: everything mutable is used on `queue`.
final class RemoteChangeWatch: @unchecked Sendable {
  static let interval = 0.5

  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "RemoteChangeWatch")
  private let timer: any DispatchSourceTimer
  private let connection: Connection
  private let history: Bool
  private let lastNumber: (Connection) throws -> Int64
  private let onChange: (Int64?) -> Void
  private var version: Int64
  private var number: Int64

  /// Calls `onChange` on a queue of its own, with the last transaction's number where there is history.
  init(
    _ connection: Connection, history: Bool, lastNumber: @escaping (Connection) throws -> Int64,
    onChange: @escaping (Int64?) -> Void
  ) throws {
    self.connection = connection
    self.history = history
    self.lastNumber = lastNumber
    self.onChange = onChange
    version = try connection.scalar("PRAGMA data_version") ?? 0
    number = history ? try lastNumber(connection) : 0
    timer = DispatchSource.makeTimerSource(queue: queue)
    queue.setSpecific(key: RemoteChangeWatch.key, value: ObjectIdentifier(self))
    timer.schedule(
      deadline: .now() + RemoteChangeWatch.interval, repeating: RemoteChangeWatch.interval, leeway: .milliseconds(50))
    timer.setEventHandler { [weak self] in self?.look() }
    timer.resume()
  }

  /// Looks at once, on the watch's queue.
  func poke() { queue.async { [weak self] in self?.look() } }

  /// Ends the watch; nothing is told afterwards.
  func stop() {
    let end = {
      self.timer.cancel()
      self.connection.close()
    }
    // The store may be removed by somebody who has just been told of a change.
    if DispatchQueue.getSpecific(key: RemoteChangeWatch.key) == ObjectIdentifier(self) {
      end()
    } else {
      queue.sync(execute: end)
    }
  }

  private func look() {
    guard !timer.isCancelled else { return }
    // A file that cannot be read now is looked at again next time.
    guard let now = try? connection.scalar("PRAGMA data_version"), now != version else { return }
    guard history else {
      version = now
      return onChange(nil)
    }
    guard let last = try? lastNumber(connection) else { return }
    version = now
    guard last != number else { return }
    number = last
    onChange(last)
  }
}
