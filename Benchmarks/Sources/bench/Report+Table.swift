extension Report {
  /// The report as text: a table of workloads, one of growth, the single figures, and what failed.
  var text: String {
    var parts = [machine.description]
    if !measurements.isEmpty { parts.append(workloadTable) }
    if !growths.isEmpty { parts.append(growthTable) }
    if !limits.isEmpty { parts.append(limitTable) }
    if !failures.isEmpty { parts.append(failures.map { "FAILED  \($0)" }.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  private var workloadTable: String {
    let head = ["workload", "C ms", "ours ms", "ratio", "bar", "alloc/object", "statements", "peak MiB"]
    return Format.table(
      [head]
        + measurements.map { measurement in
          // The counts are the contender's; a baseline measured alone shows its own.
          let counts = measurement.contenderCounts ?? measurement.baselineCounts
          return [
            measurement.workload.summary,
            Format.milliseconds(measurement.baselineSeconds),
            Format.milliseconds(measurement.contenderSeconds),
            Format.number(measurement.ratio),
            Format.number(measurement.workload.bar),
            Format.number(measurement.allocationsPerObject),
            String(counts.statements),
            Format.mebibytes(counts.peakBytes),
          ]
        })
  }

  private var growthTable: String {
    let head = ["growth"] + Growth.steps.map { "\($0 / 1000)k ms" } + ["factor", "bar"]
    return Format.table(
      [head]
        + growths.map { growth in
          ["\(growth.workload.rawValue), \(growth.side)"] + growth.points.map { Format.milliseconds($0.seconds) }
            + [Format.number(growth.factor), Format.number(Growth.bar)]
        })
  }

  private var limitTable: String {
    Format.table(
      [["figure", "value", "bound"]]
        + limits.map { limit in
          let bounds = [
            limit.atMost.map { "≤ \(Format.number($0))" }, limit.atLeast.map { "≥ \(Format.number($0))" },
          ]
          return [
            "\(limit.name) (\(limit.unit))", Format.number(limit.value),
            bounds.compactMap { $0 }.joined(separator: ", "),
          ]
        })
  }
}
