/// Where an object stands in its life.
struct ObjectState: OptionSet {
  let rawValue: UInt16

  /// Its values are not there: the next access reads its row.
  static let fault = ObjectState(rawValue: 1 << 0)
  /// New in its context, and not saved.
  static let inserted = ObjectState(rawValue: 1 << 1)
  /// Changed since it was read or saved.
  static let updated = ObjectState(rawValue: 1 << 2)
  /// Marked for deletion.
  static let deleted = ObjectState(rawValue: 1 << 3)
  /// Its row is gone, and the context has made up empty values for it.
  static let inaccessible = ObjectState(rawValue: 1 << 4)
  /// A recorder of key paths: reads note the key and return nothing real.
  static let recording = ObjectState(rawValue: 1 << 5)
  /// Has been told that it woke up from its row.
  static let awake = ObjectState(rawValue: 1 << 6)
  /// Has been told that it will be saved, in the save going on.
  static let told = ObjectState(rawValue: 1 << 9)
  /// Is among the objects of the current event, whose end is `processPendingChanges`.
  static let pending = ObjectState(rawValue: 1 << 7)
  /// Deletion has been saved or merged in; the object belongs to no context any more.
  static let gone = ObjectState(rawValue: 1 << 8)
  /// Was inserted in the current event: there is nothing before it to go back to.
  static let fresh = ObjectState(rawValue: 1 << 10)
  /// Is in `awakeFromFetch`: what it sets is no change.
  static let waking = ObjectState(rawValue: 1 << 11)
  /// Every access checks that it is on the queue of the context. See `ConcurrencyDebug`.
  static let guarded = ObjectState(rawValue: 1 << 12)
}
