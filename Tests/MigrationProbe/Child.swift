import CCoreDataFaults
import Foundation

/// A piece of work in a forked process. This process stays one thread without any open store, as forking wants it.
struct Child {
  enum End: Equatable {
    case success
    case failure
    case killed
  }

  private let id: Int32

  /// Runs `body` in a copy of this process; what it throws goes to the standard error of both.
  init(_ body: () throws -> Void) throws {
    id = coredata_fork()
    guard id >= 0 else { throw TrialFailure("No process can be forked.") }
    guard id == 0 else { return }
    do {
      try body()
      _exit(0)
    } catch let error as TrialFailure {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      _exit(3)
    } catch {
      _exit((error as NSError).domain == NSCocoaErrorDomain ? 1 : 2)
    }
  }

  func kill() { Foundation.kill(id, SIGKILL) }

  /// Throws what is neither success, nor an error of Core Data, nor a kill.
  func wait() throws -> End {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    if signal == SIGKILL { return .killed }
    guard signal == 0 else { throw TrialFailure("The process ended by the signal \(signal).") }
    switch (status >> 8) & 0xff {
    case 0: return .success
    case 1: return .failure
    case let code: throw TrialFailure("The process ended with \(code).")
    }
  }
}
