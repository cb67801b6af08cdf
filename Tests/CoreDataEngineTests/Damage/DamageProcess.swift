import Foundation

/// The program that reads damaged files.
enum DamageProcess {
  struct Outcome {
    let status: Int32
    let end: String
    let lastLine: String
    /// Errors that are of no kind that the API knows.
    let untyped: [String]
    /// The end of what it wrote to standard error.
    let errors: String
  }

  private static var executable: URL { Bundle.main.bundleURL.appendingPathComponent("DamageProbe") }
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: executable.path) }

  static func run(_ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // A backtrace of a crash takes longer than everything else.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let folder = try TemporaryFolder()
    let (output, errors) = (folder.url.appendingPathComponent("out"), folder.url.appendingPathComponent("err"))
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let lines = String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n").map(String.init)
    let isSignal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: isSignal ? -1 : process.terminationStatus,
      end: "\(isSignal ? "signal" : "status") \(process.terminationStatus)", lastLine: lines.last ?? "nothing",
      untyped: lines.filter { $0.hasPrefix("untyped") },
      errors: String(decoding: try Data(contentsOf: errors).suffix(1_500), as: UTF8.self))
  }
}
