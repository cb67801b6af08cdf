/// What was measured of one workload.
struct Measurement {
  struct Round {
    /// CPU seconds.
    let baseline: Double
    /// Nil when the baseline was measured alone.
    let contender: Double?

    var ratio: Double? { contender.map { $0 / baseline } }
  }

  let workload: Workload
  let baselineCounts: Counts
  let contenderCounts: Counts?
  var rounds: [Round] = []

  /// How far over its bar a ratio may be: what the noise of a shared machine explains.
  static let tolerance = 1.25

  /// The median of the rounds' ratios; nil when the baseline was measured alone.
  var ratio: Double? { Self.median(rounds.compactMap(\.ratio)) }
  var baselineSeconds: Double? { Self.median(rounds.map(\.baseline)) }
  var contenderSeconds: Double? { Self.median(rounds.compactMap(\.contender)) }
  var isOverBar: Bool { ratio.map { $0 > workload.bar * Self.tolerance } ?? false }

  /// Allocations of the contender, or else of the baseline, for each object.
  var allocationsPerObject: Double? {
    guard let objects = workload.objectCount, let count = (contenderCounts ?? baselineCounts).allocations else {
      return nil
    }
    return Double(count) / Double(objects)
  }

  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
