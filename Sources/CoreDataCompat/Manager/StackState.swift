/// Where a manager's stack is in its life.
public enum StackState: Sendable {
  /// Not opened yet, or closed.
  case notLoaded
  /// Open.
  case loaded(StackReport)
  /// Could not be opened. The error stays until `load()` is called again.
  case failed(StackError)
  /// Being closed or dropped.
  case closing
}
