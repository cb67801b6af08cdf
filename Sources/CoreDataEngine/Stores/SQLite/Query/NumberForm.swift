/// What sort of number a member of a list is, as far as its comparison with a column depends on it.
enum NumberForm: UInt8 {
  /// No number.
  case other
  case whole, real, decimal

  /// Told by a glance at the type: lists are long.
  init(_ member: Any) {
    let type = type(of: member)
    if type == String.self {
      self = .other
    } else if type == Int.self {
      self = .whole
    } else if type == Double.self {
      self = .real
    } else if type is AnyClass, !(member is NSNumber) {
      self = .other
    } else {
      self =
        switch AnyValue.unwrapped(member).flatMap({ NumericValue($0) }) {
        case .integer: .whole
        case .real: .real
        case .unsigned, .decimal: .decimal
        case nil: .other
        }
    }
  }
}
