import Foundation

/// The highest counts that are accepted, by workload. Unlike times they do not depend on the machine, so they are
/// committed, and a rise is a failure.
struct Thresholds {
  struct Entry: Codable {
    var statements: UInt64
    var allocationsPerObject: Double?
  }

  /// Allocations differ a little between versions of the system's libraries.
  private static let allocationTolerance = 1.05

  private var entries: [String: Entry] = [:]

  /// Reads the file; one that does not exist has no thresholds.
  init(contentsOf url: URL) throws {
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    entries = try JSONDecoder().decode([String: Entry].self, from: Data(contentsOf: url))
  }

  /// What a measurement of the contender exceeds, in words.
  func excesses(of measurement: Measurement) -> [String] {
    let name = measurement.workload.rawValue
    guard let entry = entries[name], let counts = measurement.contenderCounts else { return [] }
    var excesses: [String] = []
    if counts.statements > entry.statements {
      excesses.append("\(name): \(counts.statements) statements, at most \(entry.statements) are accepted")
    }
    if let limit = entry.allocationsPerObject, let count = measurement.allocationsPerObject,
      count > limit * Self.allocationTolerance
    {
      excesses.append(
        "\(name): \(Format.number(count)) allocations an object, at most \(Format.number(limit)) are accepted")
    }
    return excesses
  }

  /// Takes what was measured as the thresholds of these workloads; those of others stay.
  mutating func record(_ measurements: [Measurement]) {
    for measurement in measurements {
      guard let counts = measurement.contenderCounts else { continue }
      entries[measurement.workload.rawValue] = Entry(
        statements: counts.statements,
        allocationsPerObject: measurement.allocationsPerObject.map { ($0 * 100).rounded(.up) / 100 })
    }
  }

  func write(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(entries) + Data("\n".utf8)).write(to: url)
  }
}
