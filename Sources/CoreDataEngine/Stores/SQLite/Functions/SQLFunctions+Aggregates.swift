import CoreDataSQLite

extension SQLFunctions {
  static func registerAggregates(on connection: Connection) throws {
    try connection.register(aggregate: decimalSum, argumentCount: -1) { DecimalTotal(isAverage: false) }
    try connection.register(aggregate: decimalAverage, argumentCount: -1) { DecimalTotal(isAverage: true) }
    try connection.register(aggregate: decimalMinimum, argumentCount: -1) { DecimalExtreme(.orderedAscending) }
    try connection.register(aggregate: decimalMaximum, argumentCount: -1) { DecimalExtreme(.orderedDescending) }
  }

  /// A member of the group: a stored decimal, or, where the second argument says so, a double that stays one.
  static func member(_ arguments: borrowing FunctionArguments) -> NumericValue? {
    if arguments.count > 1, arguments.integer(1) != 0 { return .real(arguments.double(0)) }
    return number(arguments, 0)
  }

  static func result(_ number: NumericValue) -> FunctionResult {
    switch number {
    case .integer(let integer): .integer(integer)
    case .unsigned(let unsigned): .double(Double(unsigned))
    case .real(let double): .double(double)
    case .decimal(let decimal): result(decimal)
    }
  }
}
