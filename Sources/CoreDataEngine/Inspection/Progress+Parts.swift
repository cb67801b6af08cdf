extension Progress {
  /// Carries out a part of the work, which counts as some units, one by default, whether it has a progress of its own or
  /// not; only the first progress that it makes is attached. Throws the given error, 3072 by default, once the work is
  /// cancelled.
  func part<Result>(
    units: Int64 = 1, orThrow cancellation: @autoclosure () -> any Error = CocoaError(.userCancelled),
    _ body: () throws -> Result
  ) throws -> Result {
    if isCancelled { throw cancellation() }
    becomeCurrent(withPendingUnitCount: units)
    defer { resignCurrent() }
    return try body()
  }
}
