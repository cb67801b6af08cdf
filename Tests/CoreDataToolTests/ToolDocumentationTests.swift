import Foundation
import Testing

@testable import CoreDataTool

@Suite struct ToolDocumentationTests {
  @Test func everyDocumentedCommandRuns() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    _ = try place.makeStore()
    _ = try place.makeModel()
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/Tool.md").standardizedFileURL
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let commands = lines.filter { $0.hasPrefix("coredata ") }.map { Self.words(String($0.dropFirst(9))) }
    #expect(commands.count == Tool.commands.count)
    for command in commands {
      let isFile: (String) -> Bool = { word in
        ["sqlite", "xcdatamodeld", "momd"].contains((word as NSString).pathExtension)
      }
      let result = place.run(command.map { isFile($0) ? place.folder.appendingPathComponent($0).path : $0 })
      #expect(result.status != .badInput, "\(command.joined(separator: " ")): \(result.error)")
    }
  }

  /// Words as a shell splits them, with double quotes.
  static func words(_ line: String) -> [String] {
    line.components(separatedBy: "\"").enumerated().flatMap { place, part in
      place % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }
}
