/// A property or method that a source declares as `@NSManaged`.
struct ManagedDeclaration: Equatable {
  enum Member: Equatable {
    case property(SwiftType)
    /// Labels are nil where a call has none.
    case method(labels: [String?], types: [SwiftType])
  }

  enum Visibility: Int, Comparable {
    case module, package, everywhere

    /// The level that a modifier sets; nil for any other word.
    init?(modifier: String) {
      switch modifier {
      case "public", "open": self = .everywhere
      case "package": self = .package
      case "internal", "private", "fileprivate": self = .module
      default: return nil
      }
    }

    static func < (first: Visibility, second: Visibility) -> Bool { first.rawValue < second.rawValue }

    /// What stands before an accessor.
    var prefix: String {
      switch self {
      case .module: ""
      case .package: "package "
      case .everywhere: "@usableFromInline "
      }
    }
  }

  /// The class, with the types it is nested in.
  var path: [String]
  var name: String
  var member: Member
  /// What other modules see of it: an accessor needs the same linkage, or optimised builds refuse it.
  var visibility: Visibility
  var file: String
  var line: Int

  var isMethod: Bool {
    if case .method = member { true } else { false }
  }
}
