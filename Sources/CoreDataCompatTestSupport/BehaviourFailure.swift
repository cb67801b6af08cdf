/// A behaviour that a stack does not have.
public struct BehaviourFailure: Error, CustomStringConvertible, Sendable {
  /// What was expected, and what was found.
  public let description: String
}

/// Throws when something is not as it should be.
func expect(_ isTrue: Bool, _ problem: @autoclosure () throws -> String) throws {
  if !isTrue { throw BehaviourFailure(description: try problem()) }
}
