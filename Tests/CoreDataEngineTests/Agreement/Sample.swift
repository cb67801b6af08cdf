import Foundation

/// A value of a random world. There is no case for nil: that is an absent sample.
enum Sample: Equatable {
  case int(Int64)
  case double(Double)
  case decimal(Decimal)
  case bool(Bool)
  case text(String)
  /// By its seconds since the reference date.
  case date(Double)
  case uuid(UInt8)
  case uri(String)
  case data([UInt8])
  /// An object by its place in the world.
  case object(Int)

  /// The value as predicates and objects take it.
  func value(_ object: (Int) -> Any) -> Any {
    switch self {
    case .int(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .bool(let value): NSNumber(value: value)
    case .text(let value): value
    case .date(let value): Date(timeIntervalSinceReferenceDate: value)
    case .uuid(let value): Sample.identifier(value)
    case .uri(let value): URL(string: value) ?? value
    case .data(let value): Data(value)
    case .object(let index): object(index)
    }
  }

  static func identifier(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number &* 37))
  }

  /// What stands for the sample in the source of a test.
  var code: String {
    switch self {
    case .int(let value): ".int(\(value))"
    case .double(let value): ".double(\(value))"
    case .decimal(let value): ".decimal(Decimal(string: \"\(value)\")!)"
    case .bool(let value): ".bool(\(value))"
    case .text(let value): ".text(\(String(reflecting: value)))"
    case .date(let value): ".date(\(value))"
    case .uuid(let value): ".uuid(\(value))"
    case .uri(let value): ".uri(\(String(reflecting: value)))"
    case .data(let value): ".data(\(value))"
    case .object(let index): ".object(\(index))"
    }
  }
}

/// The type of an attribute of a random world.
enum SampleKind: String, CaseIterable {
  case int16, int32, int64, double, float, bool, text, date, decimal, uuid, uri, data

  var isNumeric: Bool {
    switch self {
    case .int16, .int32, .int64, .double, .float, .bool, .decimal: true
    default: false
    }
  }

  var isInteger: Bool {
    switch self {
    case .int16, .int32, .int64: true
    default: false
    }
  }
}
