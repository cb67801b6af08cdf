import CoreDataSQLite

/// The sum of stored decimals or their average, by evaluation's own arithmetic: a sum of doubles loses digits.
final class DecimalTotal: AggregateFunction {
  private let isAverage: Bool
  private var total = NumericSum()

  init(isAverage: Bool) { self.isAverage = isAverage }

  func step(_ arguments: borrowing FunctionArguments) {
    guard !arguments.isNull(0), let number = SQLFunctions.member(arguments) else { return }
    switch number {
    // A whole number is the stored form of a decimal here.
    case .integer: total.add(.decimal(number.decimal))
    default: total.add(number)
    }
  }

  func result() -> FunctionResult {
    let result = isAverage ? total.average : total.sum
    return result.map(SQLFunctions.result) ?? .null
  }
}
