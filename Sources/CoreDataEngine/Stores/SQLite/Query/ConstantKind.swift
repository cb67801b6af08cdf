/// What sort of value a constant is, as far as the text of a statement depends on it.
enum ConstantKind: UInt8 {
  /// `number` is a whole one, `real` any other.
  case null, number, real, decimal, text, date, data, uuid, url, object, entity, list, symbol, other

  /// `value` is one that `ExpressionTree.closedValue` gave.
  init(_ value: Any?) {
    guard let value else {
      self = .null
      return
    }
    // Most constants are told by a glance at their type; casts that fail are slow.
    let type = Swift.type(of: value)
    if type == String.self {
      self = .text
    } else if type == Int.self || type == Bool.self {
      self = .number
    } else if type == Double.self {
      self = .real
    } else if type == [Any].self {
      self = .list
    } else {
      self.init(uncommon: value)
    }
  }

  private init(uncommon value: Any) {
    switch NumericValue(value) {
    // No whole number of SQL is as large as an unsigned one here.
    case .decimal, .unsigned: self = .decimal
    case .integer: self = .number
    case .real: self = .real
    case nil: self.init(other: value)
    }
  }

  private init(other value: Any) {
    switch value {
    case is NSManagedObjectID, is NSManagedObject: self = .object
    case is Date, is NSDate: self = .date
    case is UUID, is NSUUID: self = .uuid
    case is URL, is NSURL: self = .url
    case is Data, is NSData: self = .data
    case is NSString: self = .text
    case is NSEntityDescription: self = .entity
    case is CollectionIndex: self = .symbol
    default: self = .other
    }
  }

  /// The type of the constant where nothing else tells it.
  var type: SQLType {
    switch self {
    case .null, .list, .symbol, .other: .null
    case .number: .integer
    case .real: .number
    case .decimal: .decimal
    case .text: .text
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .uri
    case .object: .object(nil)
    case .entity: .entity
    }
  }
}

/// A constant of a request by its number, in the tree that is compiled.
final class NumberedConstant {
  let index: Int
  let kind: ConstantKind
  let value: Any?

  init(index: Int, kind: ConstantKind, value: Any?) {
    self.index = index
    self.kind = kind
    self.value = value
  }
}
