/// The value of one property in one object's slot: typed, so that no number or date is boxed on its way to the store.
enum Value {
  /// Not in the slot: the packed row has it.
  case unset
  case null
  /// Integers and booleans.
  case integer(Int64)
  /// Doubles, floats, and dates as seconds since 2001.
  case double(Double)
  /// Strings, and URLs by their absolute string.
  case string(String)
  case data(Data)
  case decimal(Decimal)
  case uuid(UUID)
  /// The value of a transformable or undefined attribute, the destination of a to-one relationship, the `ToManyValue`
  /// of a to-many one, or a number that does not fit its attribute and waits for validation to refuse it.
  case object(AnyObject)

  var isUnset: Bool { if case .unset = self { true } else { false } }
  var isNull: Bool { if case .null = self { true } else { false } }
}

extension Value {
  /// Whether two attribute values are the same for the purpose of "has it changed": bit by bit for numbers, by scalars
  /// for strings, by `isEqual` for objects.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null), (.unset, .unset): true
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(var a), .string(var b)):
      a.withUTF8 { a in b.withUTF8 { b in a.count == b.count && a.elementsEqual(b) } }
    case (.data(let a), .data(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.object(let a), .object(let b)): a === b || ((a as? NSObject)?.isEqual(b) ?? false)
    default: false
    }
  }
}
