import CoreDataModelFormat
import Foundation
import Testing

@testable import CoreDataTool

/// Every verb once as text and once as JSON, against a transcript. `COREDATA_RECORD=1` writes it anew.
@Suite struct TranscriptTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Transcript.txt")

  /// In the order in which they are run; later ones use what earlier ones have written.
  static let commands = [
    "inspect Library.sqlite", "dump Library.sqlite Author --sort name",
    "dump Library.sqlite Book --sort title --format csv",
    "dump Library.sqlite Shelf --sort -label --limit 1", "query Library.sqlite Book \"year > 1901\" --sort title",
    "verify Library.sqlite", "verify Damaged.sqlite", "repair Damaged.sqlite Mended.sqlite",
    "copy Library.sqlite Copy.sqlite",
    "move Copy.sqlite Moved.sqlite", "migrate People.sqlite People.xcdatamodeld --dry-run",
    "migrate People.sqlite People.xcdatamodeld", "migrate People.sqlite People.xcdatamodeld",
    "destroy Moved.sqlite", "model show Library.xcdatamodeld", "model check Library.xcdatamodeld",
    "model diff People.xcdatamodeld", "model convert People.xcdatamodeld People.momd",
    "model diagram Library.xcdatamodeld", "model diagram Library.xcdatamodeld --format dot",
    "model diagram People.xcdatamodeld --format svg", "generate People.xcdatamodeld",
    "inspect Nowhere.sqlite", "dump Library.sqlite Nobody", "query Library.sqlite Book \"colour = 1\"",
  ]

  private func makePlace() throws -> ToolPlace {
    let place = try ToolPlace()
    try Library.makeStore(at: place.folder.appendingPathComponent("Library.sqlite"))
    let damaged = try Library.makeStore(at: place.folder.appendingPathComponent("Damaged.sqlite"))
    try place.execute(
      "UPDATE ZBOOK SET ZSHELF = 99 WHERE Z_PK < 3; UPDATE ZAUTHOR SET ZNAME = NULL WHERE Z_PK = 2", damaged)
    _ = try place.makeModel()
    _ = try place.makeStore()
    try ModelWriter.write([Library.document()], to: place.folder.appendingPathComponent("Library.xcdatamodeld"))
    return place
  }

  /// The command's words, with the paths of the place.
  private func words(_ command: String, in place: ToolPlace) -> [String] {
    ToolDocumentationTests.words(command).map { word in
      let isFile = ["sqlite", "xcdatamodeld", "momd"].contains((word as NSString).pathExtension)
      return isFile ? place.folder.appendingPathComponent(word).path : word
    }
  }

  /// What differs from run to run is left out: places, identifiers, sizes and times.
  private func steady(_ text: String, _ place: ToolPlace) -> String {
    var text = text.replacingOccurrences(of: place.folder.path + "/", with: "")
    for (pattern, replacement) in [
      ("[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}", "UUID"), ("[0-9]+ bytes", "N bytes"),
      ("\"(database|-wal|-shm)\": [0-9]+", "\"$1\": N"), ("[0-9]+\\.[0-9]{3}\\b", "T"),
      ("about [0-9.]+ s", "about T s"),
      ("\"seconds\": [0-9.e-]+", "\"seconds\": T"), ("\"[A-Za-z0-9+/=]{100,}\"", "\"BYTES\""),
      ("N bytes, -wal N bytes.*", "N bytes"),
    ] {
      text = text.replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    }
    return text
  }

  @Test func everyVerbSaysWhatItSaid() throws {
    var transcript = ""
    for suffix in ["", " --json"] {
      let place = try makePlace()
      defer { place.remove() }
      for command in Self.commands {
        let result = place.run(words(command + suffix, in: place))
        transcript +=
          "$ coredata \(command)\(suffix)\n\(steady(result.output + result.error, place))[\(result.status.code)]\n\n"
      }
    }
    if ProcessInfo.processInfo.environment["COREDATA_RECORD"] == "1" {
      try transcript.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: Self.page, encoding: .utf8)
    let (found, known) = (transcript.components(separatedBy: "\n\n$ "), expected.components(separatedBy: "\n\n$ "))
    for (one, other) in zip(found, known) { #expect(one == other) }
    #expect(found.count == known.count)
    let verbs = Set(Tool.commands.map { $0.syntax.name })
    let used = verbs.filter { verb in Self.commands.contains { $0.hasPrefix(verb + " ") } }
    // The last depends on the machine.
    #expect(verbs.subtracting(used) == ["stack"])
  }

  @Test func everyVerbPrintsJSON() throws {
    let place = try makePlace()
    defer { place.remove() }
    for command in Self.commands + ["stack"] {
      let result = place.run(words(command + " --json", in: place))
      guard result.status != .badInput else {
        #expect(result.output.isEmpty && result.error.filter { $0 == "\n" }.count == 1)
        continue
      }
      // Rows come one a line.
      let parts = command.hasPrefix("dump") ? result.output.split(separator: "\n").map(String.init) : [result.output]
      for part in parts {
        let value = try? JSONSerialization.jsonObject(with: Data(part.utf8))
        #expect(value is [String: Any], "\(command): \(part)")
      }
    }
  }
}
