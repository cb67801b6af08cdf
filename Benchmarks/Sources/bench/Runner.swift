import CCounters
import Foundation

/// Runs workloads on the sides, each run in a new file.
struct Runner {
  let baseline = BaselineSide()
  /// What is compared with the baseline; nil when the baseline is measured alone.
  let contender: (any Side)?
  let rounds: Int
  private let templates: Templates

  init(contender: (any Side)?, rounds: Int, scratch: Scratch) {
    self.contender = contender
    self.rounds = rounds
    templates = Templates(scratch: scratch)
  }

  /// One uncounted round, which is where counting happens, and then the measured ones. The sides take turns at going
  /// first, so that neither always meets the caches the other left.
  func measure(_ workload: Workload) throws -> Measurement {
    let warmUp = try count(workload, on: baseline)
    let contenderWarmUp = try contender.map { try count(workload, on: $0) }
    var result = Measurement(
      workload: workload, baselineCounts: warmUp.counts, contenderCounts: contenderWarmUp?.counts)
    for round in 0..<rounds {
      let contenderGoesFirst = round % 2 == 1
      let early = contenderGoesFirst ? try contender.map { try sample(workload, on: $0) } : nil
      let base = try sample(workload, on: baseline)
      let other = try early ?? contender.map { try sample(workload, on: $0) }
      for sum in [warmUp.checksum, other?.checksum].compactMap({ $0 }) where sum != base.checksum {
        throw BenchmarkError.checksumsDiffer(workload, base.checksum, sum)
      }
      result.rounds.append(Measurement.Round(baseline: base.seconds, contender: other?.seconds))
    }
    return result
  }

  /// The time `workload` takes with `items` items: the shortest of all rounds, since growth compares two of them.
  func time(_ workload: Workload, items: Int, on side: any Side) throws -> Double {
    var best = Double.infinity
    for _ in 0..<max(1, min(rounds, 3)) {
      best = min(best, try sample(workload, on: side, items: items).seconds)
    }
    return best
  }

  private func sample(_ workload: Workload, on side: any Side, items: Int = Workload.itemCount) throws -> Sample {
    let url = try newFile(workload, side, items)
    var seconds = 0.0
    let checksum = try run(workload, on: side, at: url, items: items) { work in
      let start = counters_cpu_time()
      let sum = try work()
      seconds = Double(counters_cpu_time() - start) / 1e9
      return sum
    }
    return Sample(seconds: seconds, checksum: checksum)
  }

  private func count(_ workload: Workload, on side: any Side) throws -> (counts: Counts, checksum: UInt64) {
    let url = try newFile(workload, side, Workload.itemCount)
    // Connections are counted on from their opening, so that is when counting starts; what making ready counted is
    // taken off again.
    counters_start()
    defer { counters_stop() }
    var counts = Counts(statements: 0)
    let checksum = try run(workload, on: side, at: url, items: Workload.itemCount) { work in
      let allocations = counters_allocations()
      let statements = counters_statements()
      let size = counters_reset_peak()
      let sum = try work()
      counts.allocations = counters_has_allocations() ? counters_allocations() - allocations : nil
      counts.statements = counters_statements() - statements
      let peak = counters_peak()
      counts.peakBytes = size == 0 || peak == 0 ? nil : peak - min(size, peak)
      return sum
    }
    return (counts, checksum)
  }

  private func newFile(_ workload: Workload, _ side: any Side, _ items: Int) throws -> URL {
    var content = workload.content
    if case .items = content { content = .items(items) }
    return try templates.newFile(for: side, content: content)
  }

  private func run(
    _ workload: Workload, on side: any Side, at url: URL, items: Int,
    measuring body: (() throws -> UInt64) throws -> UInt64
  ) throws -> UInt64 {
    // The closure goes at the end of this scope, and with it the connections, before the file is read again.
    let sum = try { try body(side.prepare(workload, at: url, items: items)) }()
    return workload.writes ? sum &+ BaselineFile.itemSum(at: url) : sum
  }
}
