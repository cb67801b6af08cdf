import CCounters
import Foundation

/// Where and with what a run was made.
struct Machine: Encodable {
  let processor: String
  let cores: Int
  let system: String
  let sqlite: String
  let compiler: String
  let fileSystem: String
  let date: String

  init(scratch: Scratch) {
    let information = ProcessInfo.processInfo
    processor = Self.processorName ?? "unknown processor"
    cores = information.activeProcessorCount
    system = information.operatingSystemVersionString
    sqlite = String(cString: counters_sqlite_version())
    compiler = Self.compilerVersion
    fileSystem = scratch.isInMemory ? "in memory" : "on disk"
    date = ISO8601DateFormatter().string(from: Date())
  }

  var description: String {
    "\(processor), \(cores) cores, \(system), Swift \(compiler), SQLite \(sqlite), files \(fileSystem), \(date)"
  }

  private static var processorName: String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  // The language tells its version only to conditions.
  private static var compilerVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #elseif compiler(>=6.1)
      "6.1"
    #else
      "6.0"
    #endif
  }
}
