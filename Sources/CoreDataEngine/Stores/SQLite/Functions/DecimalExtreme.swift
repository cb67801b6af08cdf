import CoreDataSQLite

/// The smallest or the largest of stored decimals, with all of its digits.
final class DecimalExtreme: AggregateFunction {
  private let wanted: ComparisonResult
  private var best: NumericValue?
  /// The double that the best one is stored as.
  private var bestDouble: Double?

  /// The smallest value for `.orderedAscending`, the largest for `.orderedDescending`.
  init(_ wanted: ComparisonResult) { self.wanted = wanted }

  func step(_ arguments: borrowing FunctionArguments) {
    let type = arguments.type(0)
    let double = type == .double ? arguments.double(0) : nil
    // Doubles are in the order of the decimals that they stand for, which take much longer to make.
    if let double, let bestDouble, wanted == .orderedAscending ? double >= bestDouble : double <= bestDouble { return }
    guard type != .null, let number = SQLFunctions.member(arguments) else { return }
    if let best, number.compare(best) != wanted { return }
    best = number
    bestDouble = double
  }

  func result() -> FunctionResult { best.map(SQLFunctions.result) ?? .null }
}
