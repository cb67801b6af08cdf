/// What the result of a batch update holds, with Apple's raw values.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether it was carried out.
  case statusOnlyResultType = 0
  /// The IDs of the rows.
  case updatedObjectIDsResultType = 1
  /// The number of rows.
  case updatedObjectsCountResultType = 2
}
