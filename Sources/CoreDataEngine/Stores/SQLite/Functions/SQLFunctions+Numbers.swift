import CoreDataSQLite

extension SQLFunctions {
  static func registerNumbers(on connection: Connection) throws {
    try connection.register(function: decimalOrder, argumentCount: 2, deterministic: true) { arguments in
      if arguments.isNull(0) || arguments.isNull(1) { return .null }
      guard let left = number(arguments, 0), let right = number(arguments, 1), let order = left.compare(right) else {
        return .null
      }
      return .integer(Int64(order.rawValue))
    }
    try connection.register(function: decimalKey, argumentCount: 1, deterministic: true) { arguments in
      arguments.isNull(0) ? .null : number(arguments, 0).map { .blob(DecimalKey.bytes(of: $0.decimal)) } ?? .null
    }
    try connection.register(function: nearestDouble, argumentCount: 1, deterministic: true) { arguments in
      arguments.isNull(0) ? .null : number(arguments, 0).map { .double($0.double) } ?? .null
    }
    try connection.register(function: decimal, argumentCount: 1, deterministic: true) { arguments in
      guard let digits = arguments.string(0), let value = Decimal(string: digits, locale: posix) else { return .null }
      return result(value)
    }
    try connection.register(function: double, argumentCount: 1, deterministic: true) { arguments in
      arguments.isNull(0) ? .null : .double(Double(bitPattern: UInt64(bitPattern: arguments.integer(0))))
    }
    try connection.register(function: bytes, argumentCount: 1, deterministic: true) { arguments in
      guard let digits = arguments.text(0) else { return .null }
      return .blob(decoded(digits[...]))
    }
    try connection.register(function: text, argumentCount: 1, deterministic: true) { arguments in
      // ["…"]
      guard let json = arguments.text(0), json.count >= 4 else { return .null }
      return .text(String(decoding: decoded(json[2..<(json.count - 2)]), as: UTF8.self))
    }
  }

  static let posix = Locale(identifier: "en_US_POSIX")

  /// A stored decimal. Doubles stand for the shortest decimal that is read as them.
  static func number(_ arguments: borrowing FunctionArguments, _ index: Int) -> NumericValue? {
    switch arguments.type(index) {
    case .integer: .integer(arguments.integer(index))
    case .double: decimalValue(arguments.double(index)).map { .decimal($0) } ?? .real(arguments.double(index))
    default: arguments.string(index).flatMap { Decimal(string: $0, locale: posix) }.map { .decimal($0) }
    }
  }

  static func decimalValue(_ double: Double) -> Decimal? {
    double.isFinite ? Decimal(string: double.description, locale: posix) : nil
  }

  static func result(_ decimal: Decimal) -> FunctionResult {
    switch DecimalCoding.form(of: decimal) {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .digits(let digits): .blob(Array(digits.utf8))
    }
  }

  private static func decoded(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    func value(_ digit: UInt8) -> UInt8 {
      digit < UInt8(ascii: "a") ? digit &- UInt8(ascii: "0") : digit &- UInt8(ascii: "a") &+ 10
    }
    return stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map {
      value(digits[$0]) << 4 | value(digits[$0 + 1])
    }
  }
}
