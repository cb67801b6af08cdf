import CoreDataSQLite

extension SQLFunctions {
  /// A pattern, folded once for all rows.
  private final class Pattern {
    let text: String

    init(_ text: String) { self.text = text }
  }

  static func registerText(on connection: Connection) throws {
    try connection.register(function: search, argumentCount: 4, deterministic: true) { arguments in
      guard let text = arguments.string(0), !arguments.isNull(1) else { return .null }
      let options = StringMatching.Options(rawValue: UInt(truncatingIfNeeded: arguments.integer(2)))
      let type = NSComparisonPredicate.Operator(rawValue: UInt(truncatingIfNeeded: arguments.integer(3)))
      if type == .matches || type == .like {
        let pattern = arguments.cached(1) { Pattern(arguments.string(1) ?? "") }.text
        let matches =
          type == .matches
          ? try StringMatching.matches(text, pattern, options) : StringMatching.like(text, pattern, options)
        return .integer(matches ? 1 : 0)
      }
      let pattern = arguments.cached(1) { Pattern(StringMatching.folded(arguments.string(1) ?? "", options)) }.text
      let folded = options.folds ? StringMatching.folded(text, options) : text
      return .integer(holds(type, folded, pattern) ? 1 : 0)
    }
    try connection.register(function: textOrder, argumentCount: 3, deterministic: true) { arguments in
      guard let left = arguments.string(0), let right = arguments.string(1) else { return .null }
      let options = StringMatching.Options(rawValue: UInt(truncatingIfNeeded: arguments.integer(2)))
      return .integer(Int64(StringMatching.compare(left, right, options).rawValue))
    }
    try connection.register(function: folded, argumentCount: 2, deterministic: true) { arguments in
      guard let text = arguments.string(0) else { return .null }
      let options = StringMatching.Options(rawValue: UInt(truncatingIfNeeded: arguments.integer(1)))
      return .text(StringMatching.folded(text, options))
    }
  }

  private static func holds(_ type: NSComparisonPredicate.Operator?, _ text: String, _ pattern: String) -> Bool {
    switch type {
    case .contains: StringMatching.contains(text, pattern)
    case .beginsWith: StringMatching.beginsWith(text, pattern)
    case .endsWith: StringMatching.endsWith(text, pattern)
    default: StringMatching.equals(text, pattern)
    }
  }
}
