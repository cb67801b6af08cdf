/// Whether use of a context or its objects outside of the context's queue stops the program. Off unless the program is started
/// with the arguments `-com.apple.CoreData.ConcurrencyDebug 1`, or with a variable of that name in its environment.
enum ConcurrencyDebug {
  static let name = "com.apple.CoreData.ConcurrencyDebug"

  static let isOn: Bool = {
    let isOn = isRequested(arguments: CommandLine.arguments, variables: ProcessInfo.processInfo.environment)
    if isOn {
      let text = "CoreData: annotation: Core Data multi-threading assertions enabled.\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
    return isOn
  }()

  static func isRequested(arguments: [String], variables: [String: String]) -> Bool {
    let place = arguments.firstIndex(of: "-" + name).map { $0 + 1 }
    let value = place.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil } ?? variables[name]
    return value.map { ["1", "3", "yes", "true"].contains($0.lowercased()) } ?? false
  }
}

extension NSManagedObjectContext {
  /// Whether the context may be used on this thread now.
  var isOnQueue: Bool { concurrencyType == .confinementConcurrencyType || queue.isCurrent }

  /// Calls `body`; where queues are checked, stops the program first when this is not the context's.
  @inline(__always)
  func onQueue<Result>(_ function: StaticString = #function, _ body: () throws -> Result) rethrows -> Result {
    if checksQueue, !isOnQueue { stop(function) }
    return try body()
  }

  @inline(never) private func stop(_ function: StaticString) -> Never {
    fatalError(
      "CoreData: concurrency violation: \(function) of \(self) was called outside of the context's queue. Call it in perform or performAndWait."
    )
  }
}
