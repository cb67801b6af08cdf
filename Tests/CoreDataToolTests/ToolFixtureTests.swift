import Foundation
import Testing

@testable import CoreDataTool

/// The tool on stores and models of real programs, where they are at hand.
@Suite(.enabled(if: ToolFixtures.exist, "../shared/fixtures is absent")) struct ToolFixtureTests {
  @Test func everyStoreIsInspected() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let copy = place.folder.appendingPathComponent("stores")
    // Copies, since SQLite may make a file of shared memory beside a store with a log.
    try FileManager.default.copyItem(at: ToolFixtures.root.appendingPathComponent("stores"), to: copy)
    let stores = ToolFixtures.files(in: copy, extensions: ["sqlite", "moody"])
    #expect(!stores.isEmpty)
    for store in stores {
      let bytes = try Data(contentsOf: store)
      let result = place.run("inspect", store.path)
      #expect(result.status == .success, "\(store.lastPathComponent): \(result.error)")
      let verified = place.run("verify", store.path)
      #expect(
        verified.status != .badInput || verified.error.contains("keeps no model"),
        "\(store.lastPathComponent): \(verified.error)")
      #expect(try Data(contentsOf: store) == bytes)
    }
  }

  @Test func everyModelIsShownAndDrawn() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let models = ToolFixtures.files(in: ToolFixtures.root, extensions: ["xcdatamodeld", "momd"])
    #expect(!models.isEmpty)
    for model in models {
      for words in [["show"], ["check"], ["diagram", "--format", "svg"]] {
        let result = place.run(["model", words[0], model.path] + words.dropFirst())
        #expect(
          result.status != .badInput || result.error.contains("legacy model format"),
          "\(words[0]) \(model.lastPathComponent): \(result.error)")
      }
    }
  }
}

enum ToolFixtures {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/fixtures").standardizedFileURL
  static var exist: Bool { FileManager.default.fileExists(atPath: root.path) }

  static func files(in folder: URL, extensions: Set<String>) -> [URL] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.map { folder.appendingPathComponent($0) }.filter { extensions.contains($0.pathExtension) }
  }
}
