/// All that a run measured.
struct Report {
  let machine: Machine
  var measurements: [Measurement] = []
  var growths: [Growth] = []
  var limits: [Limit] = []
  /// What exceeds the committed counts, in words.
  var excesses: [String] = []

  /// Everything that makes the run fail, in words.
  var failures: [String] {
    measurements.filter(\.isOverBar).map {
      "\($0.workload.rawValue): ratio \(Format.number($0.ratio)) is over its bar of \(Format.number($0.workload.bar))"
    }
      + growths.filter(\.isOverBar).map {
        "\($0.workload.rawValue): ten times the items take \(Format.number($0.factor)) times the time"
      }
      + limits.filter(\.isBroken).map { "\($0.name): \(Format.number($0.value)) \($0.unit)" }
      + excesses
  }
}
