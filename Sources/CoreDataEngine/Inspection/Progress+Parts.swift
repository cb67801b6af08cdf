extension Progress {
  /// Carries out a part of the work, which counts as one unit whether it has a progress of its own or not. Throws 3072 once
  /// the work is cancelled.
  func part<Result>(_ body: () throws -> Result) throws -> Result {
    if isCancelled { throw CocoaError(.userCancelled) }
    becomeCurrent(withPendingUnitCount: 1)
    defer { resignCurrent() }
    return try body()
  }
}
