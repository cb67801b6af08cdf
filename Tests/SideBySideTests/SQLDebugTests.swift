import CoreDataCompatTestSupport
import Foundation
import Testing

/// What programs print that are started with `-com.apple.CoreData.SQLDebug`.
@Suite struct SQLDebugTests {
  /// What a program prints on standard error that saves a person and looks for one.
  private func output(
    _ arguments: [String], _ variables: [String: String] = [:], command: String = "find"
  ) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("SQLDebug-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("People.sqlite").path
    return try await onThread {
      _ = try ProbeProcess(["open", "container", store]).lines()
      let process = Process()
      process.executableURL = ProbeProcess.program
      process.arguments = [command, "container", store, "probe"] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
      process.environment?["COREDATA_STACK"] = nil
      let (output, errors) = (Pipe(), Pipe())
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text.split(separator: "\n").map(String.init)
    }
  }

  private static let flag = "-com.apple.CoreData.SQLDebug"

  @Test func nothingIsPrintedUnasked() async throws {
    #expect(try await output([]).isEmpty)
    #expect(try await output([Self.flag, "0"]).isEmpty)
  }

  @Test(arguments: 1...4) func eachLevelSaysMore(level: Int) async throws {
    let lines = try await output([Self.flag, "\(level)"])
    let query = try #require(lines.firstIndex { $0.contains("sql: SELECT") && $0.contains("COLLATE") })
    #expect(lines[query].hasPrefix("CoreData: sql: SELECT ") && lines[query].contains("FROM ZPERSON t0 WHERE"))
    let time = #/CoreData: annotation: sql connection fetch time: \d+\.\d{4}s/#
    #expect(lines[query...].contains { $0.wholeMatch(of: time) != nil })
    let total = #/CoreData: annotation: total fetch execution time: \d+\.\d{4}s for 1 rows\./#
    #expect(lines.contains { $0.wholeMatch(of: total) != nil })
    let count = #/CoreData: annotation: total count request execution time: \d+\.\d{4}s for count of 1\./#
    #expect(lines.contains { $0.wholeMatch(of: count) != nil })
    #expect(lines.contains { $0.hasPrefix("CoreData: annotation: Connecting to sqlite database file at ") })
    #expect(lines.contains("CoreData: details: SQLite bind[0] = 'probe'") == (level >= 2))
    #expect(lines.contains("CoreData: details: SQLite bind[1] = 40") == (level >= 2))
    #expect(
      lines.contains { $0.contains("fetch using NSSQLiteStatement") && $0.contains("returned 1 rows") } == (level >= 2))
    #expect(lines.contains { $0.contains("with values: ((") && $0.contains("'probe'") } == (level >= 3))
    #expect(lines.contains { $0.hasPrefix("CoreData: details: SQLite query plan: S") } == (level >= 4))
  }

  @Test(arguments: ["com.apple.CoreData.SQLDebug", "COREDATA_SQLDEBUG"])
  func aVariableAsksToo(name: String) async throws {
    #expect(try await output([], [name: "1"]).contains { $0.hasPrefix("CoreData: sql: SELECT") })
    #expect(try await output([Self.flag, "0"], [name: "1"]).isEmpty)
  }

  @Test func whatSQLCannotSayIsPrinted() async throws {
    let lines = try await output([Self.flag, "1"], command: "filter")
    #expect(
      lines.contains(
        #"CoreData: annotation: residual filter in memory: 1 rows of Person fetched, 1 left by FUNCTION(SELF, "name") == "probe""#
      ))
    #expect(try await !output([Self.flag, "1"]).contains { $0.contains("in memory") })
  }

  @Test func savesArePrinted() async throws {
    let lines = try await output([Self.flag, "2"], command: "open")
    #expect(lines.contains { $0.hasPrefix("CoreData: sql: INSERT INTO ZPERSON") })
    #expect(lines.contains { $0.hasPrefix("CoreData: annotation: sql execution time: ") })
  }
}
