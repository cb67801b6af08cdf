import Foundation

/// A number with the arithmetic of SQL: whole numbers stay whole until they overflow, and nothing is divided by 0.
enum NaiveNumber {
  case int(Int64)
  case double(Double)
  case decimal(Decimal)

  init?(_ sample: Sample) {
    switch sample {
    case .int(let value): self = .int(value)
    case .bool(let value): self = .int(value ? 1 : 0)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .decimal(value)
    default: return nil
    }
  }

  var sample: Sample {
    switch self {
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    }
  }

  var double: Double {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): Double(value.description) ?? .nan
    }
  }

  private var decimal: Decimal {
    switch self {
    case .int(let value): Decimal(value)
    case .double(let value): Decimal(value)
    case .decimal(let value): value
    }
  }

  /// Whole numbers are never rounded to be compared; a decimal and a double are compared as doubles.
  func order(_ other: NaiveNumber) -> Int {
    switch (self, other) {
    case (.int(let left), .int(let right)): left < right ? -1 : left > right ? 1 : 0
    // The largest whole number is less than the double that it would be rounded to.
    case (.int, .double(0x1p63)): -1
    case (.int(let left), .double(let right)):
      Int64(exactly: right).map { NaiveNumber.int(left).order(.int($0)) } ?? (Double(left) < right ? -1 : 1)
    case (.double, .int): -other.order(self)
    case (.double, _), (_, .double): double < other.double ? -1 : double > other.double ? 1 : 0
    default: decimal < other.decimal ? -1 : decimal > other.decimal ? 1 : 0
    }
  }

  func calculated(
    _ other: NaiveNumber, _ whole: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ real: (Double, Double) -> Double, _ decimal: (Decimal, Decimal) -> Decimal
  ) -> NaiveNumber {
    switch (self, other) {
    case (.int(let left), .int(let right)):
      let (result, overflow) = whole(left, right)
      return overflow ? .double(real(Double(left), Double(right))) : .int(result)
    case (.double, _), (_, .double): return .double(real(double, other.double))
    default: return .decimal(decimal(self.decimal, other.decimal))
    }
  }

  func sum(_ other: NaiveNumber) -> NaiveNumber {
    calculated(other, { $0.addingReportingOverflow($1) }, { $0 + $1 }, { $0 + $1 })
  }

  func difference(_ other: NaiveNumber) -> NaiveNumber {
    calculated(other, { $0.subtractingReportingOverflow($1) }, { $0 - $1 }, { $0 - $1 })
  }

  func product(_ other: NaiveNumber) -> NaiveNumber {
    calculated(other, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 }, { $0 * $1 })
  }

  func quotient(_ other: NaiveNumber) -> NaiveNumber? {
    if other.double == 0 { return nil }
    return calculated(other, { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 }, { $0 / $1 })
  }

  var whole: Int64? {
    switch self {
    case .int(let value): value
    default: Int64(exactly: double.rounded(.towardZero))
    }
  }

  func rounded(_ rule: FloatingPointRoundingRule) -> NaiveNumber {
    switch self {
    case .int: return self
    case .double(let value): return .double(value.rounded(rule))
    case .decimal(let value):
      let parts = value.description.split(separator: ".", omittingEmptySubsequences: false)
      let whole = Decimal(string: String(parts[0])) ?? 0
      if parts.count == 1 { return .decimal(whole) }
      if rule == .up, value > 0 { return .decimal(whole + 1) }
      return .decimal(rule == .down && value < 0 ? whole - 1 : whole)
    }
  }
}

/// The functions of the predicate language.
enum NaiveFunctions {
  /// nil for an argument that is nil.
  static func value(_ name: String, _ arguments: [Sample?]) -> Sample? {
    let values = arguments.compactMap { $0 }
    if values.count < arguments.count { return nil }
    if name == "CAST", case .text(let type)? = values.last { return cast(values[0], type) }
    if name == "noindex:" { return values[0] }
    if case .text(let text)? = values.first {
      switch name {
      case "uppercase:": return .text(text.uppercased())
      case "lowercase:": return .text(text.lowercased())
      case "canonical:":
        let scalars = NaiveText.folded(text, Claim.Options(ignoresCase: true, ignoresMarks: true))
        return .text(String(String.UnicodeScalarView(scalars)))
      default: return .int(Int64(text.utf16.count))
      }
    }
    if case .date(let date)? = values.first {
      if case .date(let other) = values[1] { return .double(date - other) }
      return NaiveNumber(values[1]).map { .date(name == "add:to:" ? date + $0.double : date - $0.double) }
    }
    let numbers = values.compactMap { NaiveNumber($0) }
    return (numbers.count == 2 ? binary(name, numbers[0], numbers[1]) : unary(name, numbers[0]))?.sample
  }

  private static func unary(_ name: String, _ number: NaiveNumber) -> NaiveNumber? {
    switch name {
    case "abs:": number.order(.int(0)) < 0 ? NaiveNumber.int(0).difference(number) : number
    case "ceiling:": number.rounded(.up)
    case "floor:": number.rounded(.down)
    case "trunc:": number.rounded(.towardZero)
    default: number.whole.map { .int(~$0) }
    }
  }

  private static func binary(_ name: String, _ left: NaiveNumber, _ right: NaiveNumber) -> NaiveNumber? {
    switch name {
    case "add:to:": return left.sum(right)
    case "from:subtract:": return left.difference(right)
    case "multiply:by:": return left.product(right)
    case "divide:by:": return left.quotient(right)
    default: break
    }
    guard let left = left.whole, let right = right.whole else { return nil }
    switch name {
    case "modulus:by:": return right == 0 ? nil : .int(right == -1 ? 0 : left % right)
    case "bitwiseAnd:with:": return .int(left & right)
    case "bitwiseOr:with:": return .int(left | right)
    case "bitwiseXor:with:": return .int(left ^ right)
    case "leftshift:by:": return .int(left << right)
    case "rightshift:by:": return .int(left >> right)
    default: return .double(pow(Double(left), Double(right)))
    }
  }

  private static func cast(_ value: Sample, _ type: String) -> Sample? {
    switch (value, type) {
    case (.int(let number), "NSString"): .text("\(number)")
    case (.date(let date), "NSNumber"): .double(date)
    case (_, "NSDate"): NaiveNumber(value).map { .date($0.double) }
    default: nil
    }
  }

  /// A figure over values that are there.
  static func figure(_ name: String, _ values: [Sample]) -> Sample? {
    let numbers = values.compactMap { NaiveNumber($0) }
    switch name {
    case "count:", "@unionOfObjects": return .int(Int64(values.count))
    case "@distinctUnionOfObjects":
      let first = values.indices.filter { place in
        !values[..<place].contains { NaiveValues.isEqual($0, values[place], .none) }
      }
      return .int(Int64(first.count))
    case "stddev:":
      if numbers.isEmpty { return nil }
      let mean = numbers.reduce(0) { $0 + $1.double } / Double(numbers.count)
      let squares = numbers.reduce(0) { $0 + ($1.double - mean) * ($1.double - mean) }
      return .double((squares / Double(numbers.count)).squareRoot())
    case "@sum", "sum:": return sum(numbers).sample
    case "@avg", "average:":
      let sum = sum(numbers)
      if numbers.isEmpty { return nil }
      if case .decimal = sum { return sum.quotient(.int(Int64(numbers.count)))?.sample }
      return .double(sum.double / Double(numbers.count))
    case "median:":
      let sorted = numbers.map(\.double).sorted()
      if sorted.isEmpty { return nil }
      return .double((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
    default:
      let isMinimum = name == "@min" || name == "min:"
      return values.dropFirst().reduce(values.first) { best, value in
        guard let best, let order = NaiveValues.order(value, best, .none) else { return best }
        return isMinimum == (order < 0) && order != 0 ? value : best
      }
    }
  }

  /// Whole numbers are added up by themselves, as decimals, which hold any sum of them.
  private static func sum(_ numbers: [NaiveNumber]) -> NaiveNumber {
    var whole = Decimal(0)
    var sum: NaiveNumber?
    for number in numbers {
      if case .int(let value) = number { whole += Decimal(value) } else { sum = sum.map { $0.sum(number) } ?? number }
    }
    let total = Int64(whole.description).map { NaiveNumber.int($0) } ?? .double(Double(whole.description) ?? .nan)
    return sum.map { total.sum($0) } ?? total
  }
}
