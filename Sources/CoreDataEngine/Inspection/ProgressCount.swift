/// Counts many small units of a progress, telling it of a thousand at a time.
struct ProgressCount {
  let progress: Progress
  /// What is thrown once the work is cancelled.
  let cancellation: () -> any Error
  private var pending: Int64 = 0
  private static let chunk: Int64 = 1_000

  init(_ progress: Progress, orThrow cancellation: @autoclosure @escaping () -> any Error) {
    self.progress = progress
    self.cancellation = cancellation
  }

  /// A unit is done.
  mutating func add() throws {
    pending += 1
    if pending == ProgressCount.chunk { try tell() }
  }

  /// Tells of all that is done.
  mutating func tell() throws {
    if progress.isCancelled { throw cancellation() }
    progress.completedUnitCount += pending
    pending = 0
  }
}
