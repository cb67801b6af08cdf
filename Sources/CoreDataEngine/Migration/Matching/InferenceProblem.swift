/// A change between two models that no mapping can be inferred for.
struct InferenceProblem: Equatable, Sendable {
  /// Names of the newer model.
  let entity: String
  let property: String
  let reason: String

  var text: String { "\(entity).\(property): \(reason)" }
}
