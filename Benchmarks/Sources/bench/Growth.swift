/// How the time of a workload grows with the number of its items.
struct Growth {
  struct Point: Encodable {
    let items: Int
    let seconds: Double
  }

  static let workloads: [Workload] = [.insert, .fetch]
  static let steps = [100_000, 300_000, 1_000_000]
  /// The last point's time over the first one's that is allowed.
  static let bar = 11.0

  let workload: Workload
  let side: String
  /// Whether this is what the baseline needs, shown beside the contender's.
  let isReference: Bool
  let points: [Point]

  /// The last time over the first; nil without two points.
  var factor: Double? {
    guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
    return last.seconds / first.seconds
  }

  var isOverBar: Bool { !isReference && (factor.map { $0 > Self.bar * Measurement.tolerance } ?? false) }
}

extension Runner {
  func measureGrowth(_ workload: Workload, on side: any Side, isReference: Bool) throws -> Growth {
    let points = try Growth.steps.map { items in
      Growth.Point(items: items, seconds: try time(workload, items: items, on: side))
    }
    return Growth(workload: workload, side: side.name, isReference: isReference, points: points)
  }
}
