/// When work in the background runs.
public enum BackgroundExecution: Sendable, Hashable {
  /// At once in a test run of XCTest or Swift Testing, later in all others.
  case automatic
  /// Later, on another thread.
  case asynchronous
  /// Before the call returns, so that a test need not wait.
  case synchronous
}
