import Foundation

/// What becomes of Ctrl-C while files are written.
enum Interruption {
  /// Lets the body finish: a copy or a removal that is under way is completed, and the process ends after it as the
  /// interruption asked, so that no store is left in pieces.
  static func deferred<Result>(_ body: () throws -> Result) rethrows -> Result {
    var held = sigset_t()
    var former = sigset_t()
    sigemptyset(&held)
    sigaddset(&held, SIGINT)
    sigaddset(&held, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &held, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return try body()
  }
}
