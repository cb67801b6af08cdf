/// What is counted once, in the round before the measured ones.
struct Counts: Codable {
  /// Nil where the system does not let allocations be counted.
  var allocations: UInt64?
  var statements: UInt64
  /// How far the resident size rose above what it was before; nil where the system does not tell.
  var peakBytes: UInt64?
}
