/// What the result of a batch insertion holds, with Apple's raw values.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// Whether it was carried out.
  case statusOnly = 0
  /// The IDs of the rows.
  case objectIDs = 1
  /// The number of rows.
  case count = 2
}
