/// Why a value cannot be the value of an attribute.
struct CoercionFailure: Error {
  let text: String
}

extension Value {
  /// `value` as the value of an attribute, or why its class is wrong.
  ///
  /// A number of the right class that does not fit (too large, or with a fraction where none can be) is kept as an
  /// object: validation refuses it when it is saved.
  static func coerced(
    _ value: Any?, to kind: AttributeKind, of attribute: NSAttributeDescription
  ) -> Result<Value, CoercionFailure> {
    guard let value, !(value is NSNull) else { return .success(.null) }
    switch kind {
    case .integer16, .integer32, .integer64: return integer(value)
    case .boolean: return boolean(value)
    case .double: return double(value)
    case .float:
      return double(value).map { if case .double(let number) = $0 { .double(Double(Float(number))) } else { $0 } }
    case .date:
      if let date = value as? Date { return .success(.double(date.timeIntervalSinceReferenceDate)) }
      if let date = value as? NSDate { return .success(.double(date.timeIntervalSinceReferenceDate)) }
    case .string:
      if let string = value as? String { return .success(.string(string)) }
      if let string = value as? NSString { return .success(.string(string._bridgeToSwift())) }
    case .uri:
      if let url = value as? URL { return .success(.string(url.absoluteString)) }
      if let url = value as? NSURL { return .success(.string(url.absoluteString)) }
    case .binary:
      if let data = value as? Data { return .success(.data(data)) }
      if let data = value as? NSData { return .success(.data(Data(referencing: data))) }
    case .decimal: return decimal(value)
    case .uuid:
      if let uuid = value as? UUID { return .success(.uuid(uuid)) }
      if let uuid = value as? NSUUID, let plain = UUID(uuidString: uuid.uuidString) { return .success(.uuid(plain)) }
    case .composite:
      guard let layout = (attribute as? NSCompositeAttributeDescription)?.layout else { break }
      return layout.values(of: value).map(layout.packed)
    case .transformable, .object:
      return .success(.object(TransformableValue(value)))
    }
    return .failure(wrongClass(value, for: kind))
  }

  private static func wrongClass(_ value: Any, for kind: AttributeKind) -> CoercionFailure {
    CoercionFailure(text: "desired type = \(kind.className); given type = \(Swift.type(of: value)); value = \(value)")
  }

  private static func integer(_ value: Any) -> Result<Value, CoercionFailure> {
    switch value {
    case let number as Int: return .success(.integer(Int64(number)))
    case let number as Int64: return .success(.integer(number))
    case let number as Int32: return .success(.integer(Int64(number)))
    case let number as Int16: return .success(.integer(Int64(number)))
    case let number as NSDecimalNumber: return integral(number.decimalValue, number)
    case let number as NSNumber: return integral(number)
    case let number as UInt64:
      return .success(Int64(exactly: number).map(Value.integer) ?? .object(NSNumber(value: number)))
    case let number as Double: return integral(NSNumber(value: number))
    case let number as Decimal: return integral(number, NSDecimalNumber(decimal: number))
    default: return .failure(wrongClass(value, for: .integer64))
    }
  }

  private static func integral(_ number: NSNumber) -> Result<Value, CoercionFailure> {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"):
      return .success(Int64(exactly: number.doubleValue).map(Value.integer) ?? .object(number))
    case UInt8(ascii: "Q"):
      return .success(Int64(exactly: number.uint64Value).map(Value.integer) ?? .object(number))
    default:
      return .success(.integer(number.int64Value))
    }
  }

  private static func integral(_ decimal: Decimal, _ original: NSDecimalNumber) -> Result<Value, CoercionFailure> {
    let integer = original.int64Value
    return .success(Decimal(integer) == decimal ? .integer(integer) : .object(original))
  }

  private static func boolean(_ value: Any) -> Result<Value, CoercionFailure> {
    if let flag = value as? Bool { return .success(.integer(flag ? 1 : 0)) }
    guard let number = value as? NSNumber else { return .failure(wrongClass(value, for: .boolean)) }
    return .success(.integer(number.boolValue ? 1 : 0))
  }

  private static func double(_ value: Any) -> Result<Value, CoercionFailure> {
    switch value {
    case let number as Double: .success(.double(number))
    case let number as Float: .success(.double(Double(number)))
    case let number as Int: .success(.double(Double(number)))
    case let number as NSNumber: .success(.double(number.doubleValue))
    case let number as Decimal: .success(.double(NSDecimalNumber(decimal: number).doubleValue))
    default: .failure(wrongClass(value, for: .double))
    }
  }

  private static func decimal(_ value: Any) -> Result<Value, CoercionFailure> {
    NumericValue(value).map { .success(.decimal($0.decimal)) } ?? .failure(wrongClass(value, for: .decimal))
  }
}

extension AttributeKind {
  /// The class of values as messages name it.
  var className: String {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float: "NSNumber"
    case .date: "NSDate"
    case .string: "NSString"
    case .uri: "NSURL"
    case .binary: "NSData"
    case .decimal: "NSDecimalNumber"
    case .uuid: "NSUUID"
    case .composite: "NSDictionary"
    case .transformable, .object: "NSObject"
    }
  }
}

extension Value {
  /// The value as key-value coding hands it out: `NSNumber` for numbers, Swift's own types for the rest, nil for null.
  func boxed(_ kind: AttributeKind) -> Any? {
    switch self {
    case .unset, .null: nil
    case .integer(let integer): kind == .boolean ? NSNumber(value: integer != 0) : NSNumber(value: integer)
    case .double(let double):
      switch kind {
      case .date: Date(timeIntervalSinceReferenceDate: double)
      case .float: NSNumber(value: Float(double))
      default: NSNumber(value: double)
      }
    case .string(let string): kind == .uri ? URL(string: string) ?? string : string
    case .data(let data): data
    case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
    case .uuid(let uuid): uuid
    case .object(let object): (object as? TransformableValue)?.value ?? object
    }
  }
}
