/// What has happened to an object or a section of a fetched results controller, with Apple's raw values.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// It is new in the results.
  case insert = 1
  /// It is no longer in the results.
  case delete = 2
  /// Its place, or what places it, has changed; an update is implied.
  case move = 3
  /// Its values have changed, but none that it is sorted by.
  case update = 4
}
