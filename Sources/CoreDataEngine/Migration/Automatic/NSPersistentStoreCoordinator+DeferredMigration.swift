/// What is left to do after a migration that was to put work off. Follows Apple's `NSPersistentStoreCoordinator`.
extension NSPersistentStoreCoordinator {
  /// Finishes what `NSPersistentStoreDeferredLightweightMigrationOptionKey` has put off: nothing, since a migration in place
  /// is complete when the store is open. Nothing is thrown.
  public func finishDeferredLightweightMigration() throws { try finishDeferredLightweightMigrationTask() }

  /// Finishes one step of what was put off. See `finishDeferredLightweightMigration()`.
  public func finishDeferredLightweightMigrationTask() throws {}
}
