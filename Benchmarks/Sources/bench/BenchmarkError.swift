/// Why a run is worth nothing.
enum BenchmarkError: Error, CustomStringConvertible {
  case checksumsDiffer(Workload, UInt64, UInt64)
  case usage(String)

  var description: String {
    switch self {
    case .checksumsDiffer(let workload, let one, let other):
      "\(workload.rawValue): the results differ (checksums \(one) and \(other))"
    case .usage(let message): message
    }
  }
}
