import CBaseline
import CCounters
import CoreDataCompat

/// Figures that are no ratio to the baseline's time of one workload.
struct EngineLimits {
  private static let manyItems = 1_000_000
  /// What an item's row holds: the values of its seven attributes, its key and its version.
  private static let rowBytes = 5 * 8 + 13 + 42 + 16 + 8

  private let side = EngineSide()
  private let scratch: Scratch

  init(scratch: Scratch) {
    self.scratch = scratch
  }

  func measure() throws -> [Limit] {
    let large = try scratch.newFile("large.sqlite")
    try side.fill(large, with: .items(Self.manyItems))
    let small = try scratch.newFile("small.sqlite")
    try side.fill(small, with: .items(Workload.itemCount))
    return try [
      memoryOfUntouchedObject(large), memoryOfBatches(large), memoryOfArrayOfBatches(large),
      saveAmongCleanObjects(small), openingManyEntities(),
    ] + EngineReaders(side: side).measure(small)
  }

  private func memoryOfUntouchedObject(_ url: URL) throws -> Limit {
    let file = try side.open(url)
    let before = counters_reset_peak()
    let items = try file.context.fetch(NSFetchRequest<Item>(entityName: "Item"))
    let after = counters_reset_peak()
    let grown = Double(after) - Double(before)
    return Limit(
      name: "memory of a fetched, untouched object beyond its row", unit: "bytes",
      value: grown / Double(items.count) - Double(Self.rowBytes), atMost: 160)
  }

  private func memoryOfBatches(_ url: URL) throws -> Limit {
    let file = try side.open(url)
    let before = counters_reset_peak()
    let request = NSFetchRequest<Item>(entityName: "Item")
    request.fetchBatchSize = 1_000
    var sum: UInt64 = 0
    for item in try file.context.fetchBatches(request) { sum &+= UInt64(bitPattern: item.id) }
    try checkAllWereRead(sum)
    return Limit(
      name: "peak of fetchBatches over 1,000,000, 1,000 at a time", unit: "MiB",
      value: (Double(counters_peak()) - Double(before)) / 1_048_576, atMost: 64)
  }

  /// For comparison: an array holds all objects at once.
  private func memoryOfArrayOfBatches(_ url: URL) throws -> Limit {
    let file = try side.open(url)
    let before = counters_reset_peak()
    let request = NSFetchRequest<Item>(entityName: "Item")
    request.fetchBatchSize = 1_000
    let items = try file.context.fetch(request)
    let untouched = Double(counters_peak()) - Double(before)
    try checkAllWereRead(items.reduce(0) { $0 &+ UInt64(bitPattern: $1.id) })
    return Limit(
      name: "peak of an array of 1,000,000 with fetchBatchSize, untouched", unit: "MiB", value: untouched / 1_048_576)
  }

  private func checkAllWereRead(_ sum: UInt64) throws {
    let count = UInt64(Self.manyItems)
    guard sum == count * (count - 1) / 2 else { throw BenchmarkError.checksumsDiffer(.fetch, sum, count) }
  }

  private func saveAmongCleanObjects(_ url: URL) throws -> Limit {
    func timeOfSaves(_ file: EngineFile) throws -> Double {
      let start = counters_cpu_time()
      for value in ItemValues.first(200) {
        Item(context: file.context).take(value)
        try file.context.save()
      }
      return Double(counters_cpu_time() - start)
    }
    let empty = try timeOfSaves(side.open(try scratch.newFile("empty.sqlite")))
    let file = try side.open(url)
    let clean = try file.context.fetch(NSFetchRequest<Item>(entityName: "Item"))
    let crowded = try withExtendedLifetime(clean) { try timeOfSaves(file) }
    return Limit(
      name: "save of one object among 100,000 clean ones", unit: "times that in an empty context",
      value: crowded / empty, atMost: Measurement.tolerance)
  }

  private func openingManyEntities() throws -> Limit {
    let model = BenchmarkModel.makeWide(entityCount: 100)
    let url = try scratch.newFile("wide.sqlite")
    _ = try EngineFile(url, model: model)
    var ratios: [Double] = []
    for _ in 0..<5 {
      let start = counters_cpu_time()
      _ = baseline_open_schema(url.path)
      let middle = counters_cpu_time()
      _ = try EngineFile(url, model: model)
      ratios.append(Double(counters_cpu_time() - middle) / Double(middle - start))
    }
    return Limit(
      name: "opening a store of 100 entities", unit: "times raw open and schema read",
      value: Measurement.median(ratios) ?? .infinity, atMost: 20)
  }
}
