/// Why a predicate's text cannot be compiled.
struct FormatFailure: Error, Equatable {
  let reason: String
}
