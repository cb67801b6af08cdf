/// Another name of a time zone.
struct AliasRecord: Sendable {
  let name: String
  /// The name of a zone, never of another alias.
  let target: String
}
