import CoreDataEngine
import Foundation
import Synchronization

/// What becomes of Ctrl-C while files are written: the work is told to stop, and takes back what it has begun.
enum Interruption {
  /// Thrown in place of the work's own error when it stopped because of a signal, whose number this is.
  struct Stop: Error {
    let signal: Int32
  }

  private static let received = Atomic<Int32>(0)

  /// The signal that has come since `catching` began; nil for none.
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func isCancellation(_ error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == NSCocoaErrorDomain
      && [CocoaError.userCancelled.rawValue, NSMigrationCancelledError].contains(error.code)
  }

  /// Runs `body` without being ended by SIGINT and SIGTERM. Work that ends well although it was interrupted has ended well.
  static func catching<Result>(_ body: () throws -> Result) throws -> Result {
    received.store(0, ordering: .relaxed)
    // A program that is started with a signal ignored, by nohup for instance, goes on ignoring it.
    let signals = [SIGINT, SIGTERM].filter { !isIgnored($0) }
    let former = signals.map { Foundation.signal($0) { Interruption.received.store($0, ordering: .relaxed) } }
    defer { for (number, handler) in zip(signals, former) { _ = Foundation.signal(number, handler) } }
    do {
      return try body()
    } catch {
      // Whatever else went wrong has to be told, although a signal came.
      if isCancellation(error), let number = signal { throw Stop(signal: number) }
      throw error
    }
  }
}
