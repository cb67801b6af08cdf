import Foundation

/// Runs programs without blocking a thread of the tests.
enum Command {
  struct Failure: Error {
    let status: Int32
    let output: String
  }

  /// The standard output of a program found on the search path. Throws if it ends with another status than 0.
  static func run(_ arguments: String...) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: output) }
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    try handle.close()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    guard status == 0 else { throw Failure(status: status, output: text) }
    return text
  }
}
