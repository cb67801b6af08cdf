/// What an aggregate function of SQL does with the rows of one group. Each group has an object of its own.
package protocol AggregateFunction: AnyObject {
  /// Takes in the arguments of a row.
  func step(_ arguments: borrowing FunctionArguments) throws

  /// The value for all rows, also when there were none.
  func result() throws -> FunctionResult
}
