/// When background work runs, decided, and why.
struct BackgroundMode: CustomStringConvertible {
  let isSynchronous: Bool
  let description: String

  init(_ configuration: StackConfiguration, _ environment: RuntimeEnvironment) {
    switch (configuration.backgroundExecution, environment.testRunner) {
    case (.synchronous, _):
      (isSynchronous, description) = (true, "synchronous, as configured")
    case (.asynchronous, _):
      (isSynchronous, description) = (false, "asynchronous, as configured")
    case (.automatic, let runner?):
      (isSynchronous, description) = (true, "synchronous, since this is a test run by \(runner)")
    case (.automatic, nil):
      (isSynchronous, description) = (false, "asynchronous")
    }
  }
}
