import Foundation

/// A running `StackProbe`. Its calls block, so they belong on a thread: see `onThread(_:)`.
final class ProbeProcess {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var buffer = Data()

  /// The program, beside the tests.
  static var program: URL {
    let bundle = Bundle.main.executableURL ?? Bundle.main.bundleURL
    return bundle.deletingLastPathComponent().appendingPathComponent("StackProbe", isDirectory: false)
  }

  init(_ arguments: [String], launcher: [String] = [], program: URL = ProbeProcess.program, home: URL? = nil) throws {
    let words = launcher + [program.path] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = output
    process.standardInput = input
    var environment = ProcessInfo.processInfo.environment
    environment["COREDATA_STACK"] = nil
    environment["SWIFT_BACKTRACE"] = "enable=no"
    if let home {
      environment["HOME"] = home.path
      environment["XDG_DATA_HOME"] = nil
      environment["XDG_CONFIG_HOME"] = nil
    }
    process.environment = environment
    try process.run()
  }

  /// Runs the probe as a user without rights: root may write anywhere.
  ///
  /// A copy of the program is run, since the user need not be able to read the folder of the build.
  static func unprivileged(_ arguments: [String]) throws -> [String] {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("StackProbe-\(UUID().uuidString)")
    // By another process: a file that this one has open for writing cannot be run by what it starts meanwhile.
    let copying = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [program.path, copy.path])
    copying.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: copy) }
    let launcher = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    return try ProbeProcess(arguments, launcher: launcher, program: copy).lines()
  }

  /// The next line; nil at the end.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(buffer.startIndex...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { return nil }
      buffer.append(bytes)
    }
  }

  /// All lines until the process ends.
  func lines() -> [String] {
    var all: [String] = []
    while let next = line() { all.append(next) }
    process.waitUntilExit()
    return all
  }

  /// Ends the process as a power cut would.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Lets a process that holds a lock go.
  func release() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// Runs blocking work on a thread of its own, so that the few threads of the task pool stay free.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: body)) }
  }
}
