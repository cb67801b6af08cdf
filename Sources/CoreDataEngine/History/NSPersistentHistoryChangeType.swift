/// What happened to an object, with Apple's raw values.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// It was inserted.
  case insert = 0
  /// Properties of it were changed.
  case update = 1
  /// It was deleted.
  case delete = 2
}
