/// A property or method that a source declares as `@NSManaged`.
struct ManagedDeclaration: Equatable {
  enum Member: Equatable {
    case property(SwiftType)
    /// Labels are nil where a call has none.
    case method(labels: [String?], types: [SwiftType])
  }

  /// The class, with the types it is nested in.
  var path: [String]
  var name: String
  var member: Member
  var file: String
  var line: Int
}
