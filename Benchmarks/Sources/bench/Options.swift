import Foundation

/// What the command line asks for.
struct Options {
  var workloads = Workload.allCases
  var rounds = 5
  /// Whether growth and the single figures are measured too: not when single workloads are asked for.
  var measuresAll = true
  var measuresMigration = true
  var json: URL?
  var plot: URL?
  var thresholds = URL(fileURLWithPath: "Thresholds.json")
  var recordsThresholds = false

  static let usage = """
    usage: bench [options]
      --only NAME           measure this workload alone; may be repeated
      --migration           measure migrations alone
      --rounds N            measured rounds, 5 by default
      --json FILE           write the results for other programs
      --plot FILE           write an SVG picture of ratios and growth
      --thresholds FILE     highest accepted counts, Thresholds.json by default
      --record-thresholds   write the counts of this run to that file
    workloads: \(Workload.allCases.map(\.rawValue).joined(separator: ", "))
    """

  init(_ arguments: [String]) throws {
    var only: [Workload] = []
    var migratesAlone = false
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw BenchmarkError.usage("\(option) needs a value\n\(Self.usage)") }
        return value
      }
      switch option {
      case "--only":
        let name = try value()
        guard let workload = Workload(rawValue: name) else {
          throw BenchmarkError.usage("there is no workload \(name)\n\(Self.usage)")
        }
        only.append(workload)
      case "--migration":
        migratesAlone = true
      case "--rounds":
        guard let count = Int(try value()), count > 0 else {
          throw BenchmarkError.usage("--rounds needs a number above 0\n\(Self.usage)")
        }
        rounds = count
      case "--json": json = URL(fileURLWithPath: try value())
      case "--plot": plot = URL(fileURLWithPath: try value())
      case "--thresholds": thresholds = URL(fileURLWithPath: try value())
      case "--record-thresholds": recordsThresholds = true
      default: throw BenchmarkError.usage("unknown option \(option)\n\(Self.usage)")
      }
    }
    if !only.isEmpty || migratesAlone {
      workloads = only
      measuresAll = false
      measuresMigration = migratesAlone
    }
  }
}
