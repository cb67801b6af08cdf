import CoreDataModelFormat
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataTool

/// Ctrl-C at any moment leaves the store whole, and nothing half done beside it.
@Suite(.serialized, .enabled(if: ToolProcess.isAvailable, "the program coredata is not beside the tests"))
struct InterruptionTests {
  static let verbs = ["copy", "move", "repair", "migrate", "destroy"]

  /// A store of some megabytes, with values in files of their own.
  private func makeStore(in place: ToolPlace) throws -> URL {
    let store = try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    try place.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZYEAR) SELECT i, (SELECT Z_ENT FROM ZBOOK LIMIT 1), 1, hex(randomblob(200)), i % 2000 FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 20000 WHERE Z_NAME = 'Book';
      PRAGMA wal_checkpoint(TRUNCATE)
      """, store)
    return store
  }

  private func words(_ verb: String, _ store: URL, _ target: URL, _ model: URL) -> [String] {
    switch verb {
    case "migrate": [verb, store.path, model.path]
    case "destroy": [verb, store.path]
    default: [verb, store.path, target.path]
    }
  }

  @Test(arguments: verbs) func anInterruptionLeavesEverythingWhole(_ verb: String) async throws {
    try await onThread {
      let place = try ToolPlace()
      defer { place.remove() }
      let original = try makeStore(in: place)
      let rows = try place.count("ZBOOK", original)
      let model = place.folder.appendingPathComponent("Library.xcdatamodeld")
      var newer = Library.document()
      newer.name = "Library 2"
      newer.entities[2].attributes[1].type = .integer32
      try ModelWriter.write([Library.document(), newer], to: model)
      let work = place.folder.appendingPathComponent("work")
      func reset() throws -> URL {
        try? FileManager.default.removeItem(at: work)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let store = work.appendingPathComponent("Library.sqlite")
        #expect(place.run("copy", original.path, store.path).status == .success)
        return store
      }
      let target = work.appendingPathComponent("Target.sqlite")
      let first = try reset()
      let start = ContinuousClock.now
      let whole = try ToolProcess(words(verb, first, target, model))
      #expect(whole.wait() == .exited(0), "\(verb)")
      let duration = start.duration(to: .now) / .microseconds(1)
      var interrupted = 0
      let count = Int(ProcessInfo.processInfo.environment["COREDATA_INTERRUPTIONS"] ?? "") ?? 3
      // On a busy machine a run may be over sooner than the first one: then earlier interruptions are tried, too.
      for number in 0..<(count + 8) where number < count || interrupted == 0 {
        let store = try reset()
        let hash = try Data(contentsOf: store)
        let process = try ToolProcess(words(verb, store, target, model))
        let share = number < count ? 0.1 + 0.8 * Double(number) / Double(count) : 0.1 / Double(1 << (number - count))
        usleep(UInt32(duration * share))
        process.interrupt()
        let end = process.wait()
        #expect(end == .exited(0) || end == .signalled(SIGINT), "\(verb): \(end)")
        if end != .exited(0) { interrupted += 1 }
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: work.path)).subtracting([
          "Library.sqlite", ".Library_SUPPORT", "Target.sqlite", ".Target_SUPPORT",
        ])
        #expect(left.isEmpty, "\(verb): \(left)")
        let stores = [store, target].filter { FileManager.default.fileExists(atPath: $0.path) }
        for found in stores {
          #expect(try place.count("ZBOOK", found) == rows, "\(verb)")
          #expect(place.run("verify", found.path).status == .success, "\(verb)")
        }
        switch verb {
        case "copy", "repair":
          let now = try Data(contentsOf: store)
          #expect(now == hash)
        case "move": #expect(stores.count == 1)
        case "destroy": #expect(stores == (end == .exited(0) ? [] : [store]) || stores.isEmpty)
        default: #expect(stores == [store])
        }
      }
      #expect(interrupted > 0, "\(verb)")
      print("\(verb): interrupted \(interrupted) of \(count) times within \(Int(duration / 1_000)) ms")
    }
  }

  /// What blocks runs on a thread of its own.
  private func onThread(_ body: @escaping () throws -> Void) async throws {
    nonisolated(unsafe) let body = body
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread {
        // A thread of the task pool, which this one comes from, blocks signals, and so would what is started here.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        continuation.resume(with: Result { try body() })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}

/// The tool as a process of its own.
final class ToolProcess {
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  private let process = Process()

  static var executable: URL { Bundle.main.bundleURL.appendingPathComponent("coredata") }
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: executable.path) }

  init(_ words: [String]) throws {
    // A test run in the background ignores the signal, and so would what it starts.
    signal(SIGINT, SIG_DFL)
    process.executableURL = ToolProcess.executable
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func interrupt() { kill(process.processIdentifier, SIGINT) }

  func wait() -> End {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? .signalled(process.terminationStatus) : .exited(process.terminationStatus)
  }
}
