import Foundation
import Testing

/// The first program a newcomer runs.
@Suite struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func run(_ arguments: [String], variables: [String: String] = [:]) async throws -> (Int32, String) {
    try await onThread {
      let process = Process()
      process.executableURL = ProbeProcess.program.deletingLastPathComponent().appendingPathComponent("SideBySide")
      process.arguments = arguments
      var environment = ProcessInfo.processInfo.environment
      environment["COREDATA_STACK"] = nil
      process.environment = environment.merging(variables) { $1 }
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let bytes = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Without what differs from run to run: times, and the width of their column.
  private func stable(_ text: String) -> String {
    text.replacing(#/ *[0-9]+ ms/#, with: " TIME").replacing(#/ *time /#, with: " time ")
      .replacing(#/-{2,}/#, with: "--")
  }

  @Test func outputIsWhatTheReadmeShows() async throws {
    let (status, output) = try await run([])
    #expect(status == 0, "\(output)")
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(stable(readme).contains("```text\n\(stable(output))```"), "\(output)")
  }

  @Test func storeIsKeptWhereItIsAskedFor() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("zones.sqlite").path
    let (status, output) = try await run(["--store", store])
    #expect(status == 0)
    #expect(output.contains("The store is at \(store)."))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["zones.sqlite"])

    let before = FileManager.default.contents(atPath: store)
    let (second, refusal) = try await run(["--store", store])
    #expect(second == 64)
    #expect(refusal.contains("there is a file at \(store) already"))
    #expect(FileManager.default.contents(atPath: store) == before)
  }

  @Test func overrideIsHeard() async throws {
    let (status, output) = try await run([], variables: ["COREDATA_STACK": "legacy"])
    #expect(status == 0)
    #expect(output.contains("legacy stack: COREDATA_STACK is “legacy”"))
    #expect(!output.contains("container stack:"))
    let (wrong, message) = try await run([], variables: ["COREDATA_STACK": "cloud"])
    #expect(wrong == 2)
    #expect(message.contains("COREDATA_STACK is “cloud”, which is no stack. Valid: container, legacy."))
  }

  @Test func wrongArgumentsAreExplained() async throws {
    let (status, output) = try await run(["--stor"])
    #expect(status == 64)
    #expect(output.contains("unknown argument --stor"))
    #expect(output.contains("usage: SideBySide"))
  }
}
