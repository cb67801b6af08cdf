import CBaseline
import CCounters
import Foundation

/// What the baseline needs when it does what no object store can do without: it keeps the rows, and makes an object for each.
struct Floors {
  private let scratch: Scratch
  private let rounds: Int

  init(scratch: Scratch, rounds: Int) {
    self.scratch = scratch
    self.rounds = rounds
  }

  func measure() throws -> [Limit] {
    let side = BaselineSide()
    let items = try scratch.newFile("floor-items.sqlite")
    try side.fill(items, with: .items(Workload.itemCount))
    let families = try scratch.newFile("floor-families.sqlite")
    try side.fill(families, with: .families)
    return [
      try limit(.fetch, items, baseline_fetch_all, baseline_fetch_floor),
      try limit(.toOneFirst, families, baseline_to_one, baseline_to_one_floor),
    ]
  }

  private func limit(
    _ workload: Workload, _ url: URL, _ plain: (OpaquePointer) -> UInt64, _ keeping: (OpaquePointer) -> UInt64
  ) throws -> Limit {
    let file = BaselineFile(url)
    var ratios: [Double] = []
    // The first round warms up.
    for round in 0...rounds {
      let start = counters_cpu_time()
      let sum = file.use(plain)
      let middle = counters_cpu_time()
      let other = file.use(keeping)
      let end = counters_cpu_time()
      guard sum == other else { throw BenchmarkError.checksumsDiffer(workload, sum, other) }
      if round > 0 { ratios.append(Double(end - middle) / Double(middle - start)) }
    }
    return Limit(
      name: "floor of \(workload.rawValue): C that keeps the rows and makes an object for each", unit: "times C",
      value: Measurement.median(ratios) ?? .infinity)
  }
}
