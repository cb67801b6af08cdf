import Foundation
import Testing

@testable import CoreDataFoundation

@Suite struct NumericValueTests {
  @Test func readsEveryKind() {
    let values: [Any] = [
      7, Int8(7), Int16(7), Int32(7), Int64(7), UInt(7), UInt8(7), UInt16(7), UInt32(7), UInt64(7), 7.0, Float(7),
      Decimal(7),
      NSNumber(value: 7), NSNumber(value: 7.0), NSNumber(value: UInt64(7)), NSDecimalNumber(value: 7),
    ]
    for value in values { #expect(NumericValue(value)?.compare(.integer(7)) == .orderedSame, "\(type(of: value))") }
    for value in ["7", Date(), NSString("7"), [7]] as [Any] { #expect(NumericValue(value) == nil) }
    #expect(NumericValue(true)?.integer == 1)
    #expect(NumericValue(NSNumber(value: false))?.integer == 0)
  }

  nonisolated(unsafe) private static let pairs: [(Any, Any, ComparisonResult)] = [
    (Int64.max, 9.223372036854775807e18, .orderedAscending),
    (Int64.max, UInt64.max, .orderedAscending),
    (Int64(9_007_199_254_740_993), 9_007_199_254_740_992.0, .orderedDescending),
    (UInt64.max, 1.8446744073709552e19, .orderedAscending), (NSNumber(value: UInt64.max), UInt64.max, .orderedSame),
    (1, 1.5, .orderedAscending), (-1, -1.5, .orderedDescending), (2, 1.5, .orderedDescending),
    (0.1, Decimal(string: "0.1")!, .orderedSame),
    (Decimal(string: "123456789012345678.5")!, 123_456_789_012_345_678, .orderedDescending),
    (1, Double.infinity, .orderedAscending), (1, -Double.infinity, .orderedDescending),
  ]

  @Test(arguments: pairs.indices) func comparesExactly(index: Int) throws {
    let pair = Self.pairs[index]
    let (left, right) = (try #require(NumericValue(pair.0)), try #require(NumericValue(pair.1)))
    #expect(left.compare(right) == pair.2)
    #expect(right.compare(left) == pair.2.reversed)
  }

  @Test func nanIsInNoOrder() {
    #expect(NumericValue.real(.nan).compare(.integer(1)) == nil)
    #expect(NumericValue.integer(1).compare(.real(.nan)) == nil)
    #expect(NumericValue.real(.nan).compare(.real(.nan)) == nil)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, .leastNonzeroMagnitude])
  func whatNoDecimalStandsForIsNotANumber(value: Double) {
    #expect(NumericValue.real(value).decimal.isNaN)
    #expect(NumericValue(NSNumber(value: value))?.decimal.isNaN == true)
  }

  @Test func decimalsBeyondTheirRangeBecomeDoubles() throws {
    let posix = Locale(identifier: "en_US_POSIX")
    let texts = [
      "1e127", "-3e127", "340282366920938463463374607431768211455e127", "1e-128", "-7e-100",
      "340282366920938463463374607431768211455e-128", "0", "0.1", "7",
    ]
    for first in texts {
      for second in texts {
        let (left, right) = (Decimal(string: first, locale: posix)!, Decimal(string: second, locale: posix)!)
        let (a, b) = (NumericValue.decimal(left), NumericValue.decimal(right))
        let results: [(NumericValue?, Double)] = [
          (a + b, a.double + b.double), (a - b, a.double - b.double), (a * b, a.double * b.double),
          (a.divided(by: b), a.double / b.double),
        ]
        for case (let result?, let expected) in results {
          let difference = abs(result.double - expected)
          // The platform's own division of decimals by very small ones is exact to a digit only.
          let isEqual = result.double == expected || difference <= abs(expected) * 0.05 || difference < 1e-120
          #expect(isEqual, "\(first) and \(second): \(result)")
        }
      }
    }
  }
}
