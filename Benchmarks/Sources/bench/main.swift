import Foundation

#if DEBUG
  print("note: built without optimisation; use swift run -c release bench")
#endif

/// Measures what the options ask for, writes what they name, and returns the report.
func measure(_ options: Options, scratch: Scratch) throws -> Report {
  var contender: (any Side)?
  #if MEASURES_ENGINE
    contender = EngineSide()
  #endif
  let runner = Runner(contender: contender, rounds: options.rounds, scratch: scratch)
  var report = Report(machine: Machine(scratch: scratch))
  var thresholds = try Thresholds(contentsOf: options.thresholds)
  func progress(_ text: String) { FileHandle.standardError.write(Data("measuring \(text)\n".utf8)) }

  for workload in options.workloads {
    progress(workload.rawValue)
    let measurement = try runner.measure(workload)
    report.measurements.append(measurement)
    report.excesses += thresholds.excesses(of: measurement)
  }
  if options.measuresAll {
    for workload in Growth.workloads {
      progress("growth of \(workload.rawValue)")
      report.growths.append(try runner.measureGrowth(workload, on: runner.baseline, isReference: contender != nil))
      if let contender {
        report.growths.append(try runner.measureGrowth(workload, on: contender, isReference: false))
      }
    }
    progress("floors")
    report.limits = try Floors(scratch: scratch, rounds: options.rounds).measure()
    #if MEASURES_ENGINE
      progress("single figures")
      report.limits += try EngineLimits(scratch: scratch).measure()
    #endif
  }
  #if MEASURES_ENGINE
    if options.measuresMigration {
      progress("migrations")
      report.limits += try EngineMigrations(scratch: scratch).measure()
    }
  #endif
  if options.recordsThresholds {
    thresholds.record(report.measurements)
    try thresholds.write(to: options.thresholds)
    report.excesses = []
  }
  try options.json.map { try report.json().write(to: $0) }
  try options.plot.map { try Data(report.svg.utf8).write(to: $0) }
  return report
}

/// The exit status: 0 when all is within its bounds, 1 when not, 2 when nothing could be measured.
func run() -> Int32 {
  do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let scratch = try Scratch()
    defer { scratch.remove() }
    let report = try measure(options, scratch: scratch)
    print(report.text)
    return report.failures.isEmpty ? 0 : 1
  } catch {
    FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
    return 2
  }
}

exit(run())
