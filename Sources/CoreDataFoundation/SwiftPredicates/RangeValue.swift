/// A range that was captured as a value.
protocol RangeValue {
  /// nil for a range without beginning.
  var lower: Any? { get }
  /// nil for a range without end.
  var upper: Any? { get }
  /// Whether the upper bound is in it.
  var isClosed: Bool { get }
}

extension Range: RangeValue {
  var lower: Any? { lowerBound }
  var upper: Any? { upperBound }
  var isClosed: Bool { false }
}

extension ClosedRange: RangeValue {
  var lower: Any? { lowerBound }
  var upper: Any? { upperBound }
  var isClosed: Bool { true }
}

extension PartialRangeFrom: RangeValue {
  var lower: Any? { lowerBound }
  var upper: Any? { nil }
  var isClosed: Bool { false }
}

extension PartialRangeUpTo: RangeValue {
  var lower: Any? { nil }
  var upper: Any? { upperBound }
  var isClosed: Bool { false }
}

extension PartialRangeThrough: RangeValue {
  var lower: Any? { nil }
  var upper: Any? { upperBound }
  var isClosed: Bool { true }
}
