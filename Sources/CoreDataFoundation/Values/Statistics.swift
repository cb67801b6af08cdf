import Foundation

/// Figures over a list of values without nil. The sum of nothing is 0, every other figure of nothing is nil.
enum Statistics {
  static func sum(_ values: [Any]) -> NSNumber { total(values).sum.object }

  static func average(_ values: [Any]) -> NSNumber? { total(values).average?.object }

  private static func total(_ values: [Any]) -> NumericSum {
    var total = NumericSum()
    for value in values { NumericValue(value).map { total.add($0) } }
    return total
  }

  /// The smallest value for `.orderedAscending`, the largest for `.orderedDescending`.
  static func extreme(_ values: [Any], _ order: ComparisonResult) -> Any? {
    guard var best = values.first else { return nil }
    for value in values.dropFirst() where AnyValue.compare(value, best) == order { best = value }
    return best
  }

  static func median(_ values: [Any]) -> NSNumber? {
    let numbers = values.compactMap { NumericValue($0)?.double }.sorted()
    if numbers.isEmpty { return nil }
    let middle = numbers.count / 2
    return NSNumber(value: numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2)
  }

  /// The most frequent values, in the order in which they first appear.
  static func modes(_ values: [Any]) -> [Any] {
    let keyed = values.compactMap { value in AnyValue.distinctKey(value).map { (key: $0, value: value) } }
    let counts = Dictionary(keyed.map { ($0.key, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    var seen = Set<AnyHashable>()
    return keyed.filter { counts[$0.key] == most && seen.insert($0.key).inserted }.map(\.value)
  }

  /// Of the whole population.
  static func standardDeviation(_ values: [Any]) -> NSNumber? {
    let numbers = values.compactMap { NumericValue($0)?.double }
    if numbers.isEmpty { return nil }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
    return NSNumber(value: variance.squareRoot())
  }
}
