import Foundation

extension Report {
  /// The report for other programs. A value that was not measured is absent.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(Document(self)) + Data("\n".utf8)
  }

  private struct Document: Encodable {
    struct Entry: Encodable {
      let name: String
      let ratio: Double?
      let bar: Double
      /// The ratio of each round, in their order.
      let rounds: [Double]
      let baselineSeconds: Double?
      let seconds: Double?
      let allocationsPerObject: Double?
      let counts: Counts?
      let baselineCounts: Counts
    }

    struct GrowthEntry: Encodable {
      let name: String
      let side: String
      let factor: Double?
      let bar: Double
      let points: [Growth.Point]
    }

    let machine: Machine
    let workloads: [Entry]
    let growth: [GrowthEntry]
    let limits: [Limit]
    let failures: [String]

    init(_ report: Report) {
      machine = report.machine
      workloads = report.measurements.map {
        Entry(
          name: $0.workload.rawValue, ratio: $0.ratio, bar: $0.workload.bar, rounds: $0.rounds.compactMap(\.ratio),
          baselineSeconds: $0.baselineSeconds, seconds: $0.contenderSeconds,
          allocationsPerObject: $0.allocationsPerObject, counts: $0.contenderCounts, baselineCounts: $0.baselineCounts)
      }
      growth = report.growths.map {
        GrowthEntry(
          name: $0.workload.rawValue, side: $0.side, factor: $0.factor, bar: Growth.bar, points: $0.points)
      }
      limits = report.limits
      failures = report.failures
    }
  }
}
