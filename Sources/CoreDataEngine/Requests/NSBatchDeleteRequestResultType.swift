/// What the result of a batch deletion holds, with Apple's raw values.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether it was carried out.
  case resultTypeStatusOnly = 0
  /// The IDs of the rows.
  case resultTypeObjectIDs = 1
  /// The number of rows.
  case resultTypeCount = 2
}
