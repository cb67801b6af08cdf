/// The lock of the time before queues, which Apple has deprecated: use `perform` and `performAndWait`.
extension NSPersistentStoreCoordinator: NSLocking {
  /// Waits for the lock; a thread that has it may take it again. It does not enter the coordinator's queue.
  public func lock() { mutex.lock() }

  /// Gives the lock back.
  public func unlock() { mutex.unlock() }

  /// Takes the lock if it is free; returns whether it did.
  public func tryLock() -> Bool { mutex.try() }
}
