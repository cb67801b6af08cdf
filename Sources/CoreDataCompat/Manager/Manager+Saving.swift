extension Manager {
  /// Saves the main context.
  ///
  /// Waits for the main queue when called from another thread. Costs next to nothing when there is nothing to save.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: `StackError` when the store could not be opened, and the engine's Cocoa error when the save fails: 1560 with
  ///   every failure under `NSDetailedErrorsKey` for invalid objects. The changes stay in the context then.
  @discardableResult
  public func save() throws -> Bool { try save(try requireStack().viewContext) }

  /// Saves a context of this manager, on its queue. See `save()`.
  @discardableResult
  public func save(_ context: NSManagedObjectContext) throws -> Bool {
    _ = try requireStack()
    return try context.performAndWait {
      guard context.hasChanges else { return false }
      try context.save()
      return true
    }
  }
}
