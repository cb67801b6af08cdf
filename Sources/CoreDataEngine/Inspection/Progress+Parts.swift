extension Progress {
  /// Carries out a part of the work, which counts as one unit whether it has a progress of its own or not. Throws the given
  /// error, 3072 by default, once the work is cancelled.
  func part<Result>(
    orThrow cancellation: @autoclosure () -> any Error = CocoaError(.userCancelled), _ body: () throws -> Result
  ) throws -> Result {
    if isCancelled { throw cancellation() }
    becomeCurrent(withPendingUnitCount: 1)
    defer { resignCurrent() }
    return try body()
  }
}
