/// What happens to a store that the model does not fit.
public enum IncompatibleStorePolicy: Sendable, Hashable {
  /// Opening fails, and the file stays as it is.
  case fail
  /// The store is migrated as far as the way can be inferred; where it cannot, opening fails.
  case migrate
  /// The old files are moved aside, all of them, and an empty store takes their place. `StackReport.quarantine` tells
  /// where the old ones are.
  case quarantineAndRecreate
}
