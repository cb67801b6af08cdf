import CoreDataSQLite

/// The SQL functions and collations that generated statements use. They call what evaluation in memory calls.
enum SQLFunctions {
  /// `(text, pattern, options, operator)`: the text operators of predicates.
  static let search = "CoreDataStringSearch"
  /// `(left, right, options)`: negative, 0 or positive.
  static let textOrder = "CoreDataStringOrder"
  /// `(text, options)`: the form that is compared under options.
  static let folded = "CoreDataStringFold"
  /// `(name, types, arguments…)`: a function of the predicate language.
  static let evaluate = "CoreDataFunction"
  /// `(left, right)`: the order of stored decimals.
  static let decimalOrder = "CoreDataDecimalOrder"
  /// `(decimal)`: bytes that are in order as the decimals are.
  static let decimalKey = "CoreDataDecimalKey"
  /// `(decimal)`, or `(number, whether it is a double)`: aggregates of stored decimals.
  static let decimalSum = "CoreDataDecimalSum"
  static let decimalAverage = "CoreDataDecimalAverage"
  static let decimalMinimum = "CoreDataDecimalMin"
  static let decimalMaximum = "CoreDataDecimalMax"
  /// `(digits)`: the stored form of a decimal.
  static let decimal = "CoreDataDecimal"
  /// `(decimal)`: the double next to a stored decimal, which SQLite's own cast misses where there are many digits.
  static let nearestDouble = "CoreDataDecimalDouble"
  /// `(bits)`: the double with these bits.
  static let double = "CoreDataDouble"
  /// `(digits)`: the bytes that hexadecimal digits name.
  static let bytes = "CoreDataBytes"
  /// `(json)`: the text whose hexadecimal digits are the only member of a JSON array.
  static let text = "CoreDataText"

  /// Must be called once for each connection that runs generated statements.
  static func register(on connection: Connection) throws {
    try registerText(on: connection)
    try registerNumbers(on: connection)
    try registerAggregates(on: connection)
    try registerEvaluation(on: connection)
    for order in TextOrder.allCases { try order.register(on: connection) }
  }
}
