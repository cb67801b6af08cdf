import Foundation

/// Names the input at work when the program dies of it, or takes too long.
enum CrashReport {
  // Plain memory: a signal handler may touch nothing else. Written by the one thread that works.
  nonisolated(unsafe) private static let current = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  nonisolated(unsafe) private static let line = UnsafeMutablePointer<CChar>.allocate(capacity: 128)

  static func install(seed: UInt64) {
    current.initialize(to: 0)
    line.initialize(repeating: 0, count: 128)
    _ = "PredicateFuzz died: repeat with --seed \(seed) --inputs 1 --first ".withCString { strncpy(line, $0, 127) }
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGALRM] {
      signal(number) { number in
        CrashReport.say()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Notes the input that comes, which has a minute.
  static func note(_ number: Int) {
    current.pointee = number
    if number % 256 == 0 { alarm(60) }
  }

  private static func say() {
    _ = write(2, line, strlen(line))
    var digits = (UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0), UInt8(0))
    withUnsafeMutableBytes(of: &digits) { bytes in
      var rest = current.pointee
      var place = bytes.count
      repeat {
        place -= 1
        bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0 && place > 0
      _ = write(2, bytes.baseAddress?.advanced(by: place), bytes.count - place)
      _ = write(2, "\n", 1)
    }
  }
}
