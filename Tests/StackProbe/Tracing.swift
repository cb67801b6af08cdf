import CProbeTracing
import Foundation

/// Runs a program and kills it in place of one of its changes of the file system.
enum Tracing {
  /// Says `killed` or `ended`, and after how many changes. Returns the status to exit with.
  static func run(_ words: [String], count: Int) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var seen = 0
    switch coredata_trace_run(&arguments, count, &seen) {
    case COREDATA_TRACE_EXITED: print("ended after \(seen)")
    case COREDATA_TRACE_KILLED: print("killed after \(seen)")
    default:
      print("cannot trace: \(String(cString: strerror(errno)))")
      return 1
    }
    return 0
  }
}
