/// The bounds of attributes as compiled models spell them: predicates with an error code as warning.
enum ValidationBound {
  case minimum, maximum, minimumLength, maximumLength, pattern

  /// Core Data's validation error code for a value that breaks the bound.
  func errorCode(isDate: Bool) -> Int64 {
    switch self {
    case .maximum: isDate ? 1630 : 1610
    case .minimum: isDate ? 1640 : 1620
    case .maximumLength: 1660
    case .minimumLength: 1670
    case .pattern: 1680
    }
  }
}
