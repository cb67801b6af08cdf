/// What one run of a workload took and gave.
struct Sample {
  /// CPU time of the whole process, in seconds.
  let seconds: Double
  let checksum: UInt64
}
