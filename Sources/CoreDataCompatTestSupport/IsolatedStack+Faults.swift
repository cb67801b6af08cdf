extension IsolatedStack {
  /// Makes what is written to the stack's store fail: all but the next `count` writes, until `stopFailing()`.
  public func fail(_ fault: Fault, afterWrites count: Int = 0) {
    Fault.start(fault, at: storeURL.path, afterWrites: count)
  }

  /// Lets everything pass again. Returns how many writes there were meanwhile, failed ones included.
  @discardableResult
  public func stopFailing() -> Int { Fault.stop(at: storeURL.path) }
}
