import Foundation

/// What a run may take; more ends the process, which its parent sees.
enum Limits {
  /// Memory for data, in bytes.
  static func memory(_ bytes: UInt) {
    #if os(Linux)
      var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
      setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    #endif
  }

  /// The time until the process is ended by SIGALRM; called again, it starts anew.
  static func seconds(_ count: UInt32) { alarm(count) }

  /// The most memory the process has had, in megabytes; nil where the system does not tell.
  static var peak: Int? {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_024 }
  }
}
