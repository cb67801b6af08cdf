import Foundation

/// A program that has run to its end. Waiting is done on a thread of its own: a task must not block.
struct ProgramRun: Sendable {
  let status: Int32
  let output: String

  init(_ program: String, _ arguments: [String], in folder: URL) async throws {
    self = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try ProgramRun(waitingFor: program, arguments, in: folder) })
      }
    }
  }

  private init(waitingFor program: String, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["COREDATA_STACK"] = nil
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
