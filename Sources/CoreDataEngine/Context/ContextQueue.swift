import CCoreDataRuntime
import Dispatch
import Synchronization

/// The queue of a context or coordinator: blocks run one at a time, and a thread that is inside may enter again.
///
/// @unchecked Sendable: `owner` is atomic, `depth` is touched by the owning thread alone.
final class ContextQueue: @unchecked Sendable {
  let queue: DispatchQueue
  /// The token of the thread that runs a block now; 0 for none.
  private let owner = Atomic<UInt>(0)
  private let isMain: Bool

  /// The program's main queue.
  static func main() -> ContextQueue { ContextQueue(queue: .main, isMain: true) }

  /// A queue of its own.
  convenience init(label: String) { self.init(queue: DispatchQueue(label: label), isMain: false) }

  private init(queue: DispatchQueue, isMain: Bool) {
    self.queue = queue
    self.isMain = isMain
  }

  /// Whether the calling thread runs on the queue now.
  var isCurrent: Bool {
    owner.load(ordering: .relaxed) == coredata_thread_token() || (isMain && ContextQueue.isOnMainQueue)
  }

  /// Marks the main queue. A program with an async `main` gives its first thread up, and the main queue's blocks and
  /// the main actor then run on any thread, so that the thread alone does not tell.
  private static let mainMark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var isOnMainQueue: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mainMark) == true }

  /// Runs `body` on the queue and waits for it: at once when the thread is on the queue already.
  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCurrent { return try body() }
    return try queue.sync { try occupied(body) }
  }

  /// Runs `body` on the queue later.
  func async(_ body: @escaping @Sendable () -> Void) { queue.async { self.occupied(body) } }

  private func occupied<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = owner.exchange(coredata_thread_token(), ordering: .relaxed)
    defer { owner.store(before, ordering: .relaxed) }
    return try body()
  }
}

extension ContextQueue {
  /// Runs `body` on the queue without blocking a thread; `rescue` rethrows its error.
  func run<T>(_ body: @escaping () throws -> T, rescue: (any Error) throws -> T) async rethrows -> T {
    nonisolated(unsafe) let body = body
    let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Transferred<T>, Never>) in
      async { continuation.resume(returning: Transferred(result: Swift.Result(catching: body))) }
    }
    switch outcome.result {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    }
  }
}
