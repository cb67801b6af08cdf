/// A sum that grows number by number. That of nothing is 0, and there is no average of nothing.
package struct NumericSum {
  /// Whole numbers are added apart and without overflow, so that their order does not matter.
  private var whole: Int128 = 0
  private var others: NumericValue?
  private var count = 0

  package init() {}

  package mutating func add(_ number: NumericValue) {
    count += 1
    if case .integer(let value) = number {
      whole += Int128(value)
    } else {
      others = others.map { $0 + number } ?? number
    }
  }

  package var sum: NumericValue {
    let sum = Int64(exactly: whole).map(NumericValue.integer) ?? .real(Double(whole))
    return others.map { sum + $0 } ?? sum
  }

  package var average: NumericValue? {
    if count == 0 { return nil }
    let sum = sum
    if case .decimal = sum { return sum.divided(by: .integer(Int64(count))) }
    return .real(sum.double / Double(count))
  }
}
