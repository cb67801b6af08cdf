/// What a look for damage has found.
public enum StoreCheck: Sendable, Hashable {
  /// Nothing is wrong.
  case sound
  /// The file is damaged; SQLite's findings, at most a hundred.
  case damaged([String])
  /// There is no file to look at: the store is in memory, of another type, or not made yet.
  case notApplicable
}
