extension Progress {
  /// Carries out one of the units, whose own progress counts as that unit. Throws 134120 once it is cancelled.
  func step<Result>(_ body: () throws -> Result) throws -> Result {
    if isCancelled { throw NSError.coreData(NSMigrationCancelledError, reason: "The migration was cancelled.") }
    becomeCurrent(withPendingUnitCount: 1)
    defer { resignCurrent() }
    return try body()
  }
}
