/// How a stack is chosen.
public enum StackSelector: Sendable {
  /// The most capable of the configuration's providers whose requirements are met.
  case automatic
  /// `LegacyStack`.
  case legacy
  /// `ContainerStack`.
  case container
  /// This one.
  case provider(any StackProvider.Type)
  /// What the closure returns; an error that it throws is the manager's.
  case custom(@Sendable (RuntimeEnvironment) throws -> any StackProvider.Type)
}
