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

  /// The time of the processor until the process is ended by SIGPROF; called again, it starts anew. One that waits forever
  /// ends by SIGALRM, late enough for a busy machine.
  static func seconds(_ count: Int) {
    var time = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: count, tv_usec: 0))
    #if os(Linux)
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &time, nil)
    #else
      setitimer(Int32(ITIMER_PROF), &time, nil)
    #endif
    alarm(UInt32(20 * count))
  }

  /// The most memory the process has had, in megabytes; nil where the system does not tell.
  static var peak: Int? {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1_024 }
  }
}
