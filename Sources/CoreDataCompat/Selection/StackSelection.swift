/// Which stack was chosen, and why.
public struct StackSelection: Sendable, CustomStringConvertible {
  /// A provider that was not chosen.
  public struct Alternative: Sendable {
    /// The provider's name.
    public let name: String
    /// The capabilities that it lacks here, with the reason where it is known. Empty when it could have run.
    public let missing: [String]
  }

  /// The chosen stack.
  public let provider: any StackProvider.Type
  /// Why it was chosen, in words.
  public let reason: String
  /// The others, and what was missing for them.
  public let alternatives: [Alternative]
  /// The environment that was looked at.
  public let environment: RuntimeEnvironment

  /// One line that names the stack, the reason and what others lacked.
  public var description: String {
    let others = alternatives.map { other in
      other.missing.isEmpty
        ? "\(other.name) could run too" : "\(other.name) lacks \(other.missing.joined(separator: ", "))"
    }
    return (["\(provider.name) stack: \(reason)"] + others).joined(separator: "; ")
  }
}
