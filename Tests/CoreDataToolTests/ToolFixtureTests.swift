import Foundation
import Testing

@testable import CoreDataTool

/// The tool on stores and models of real programs, where they are at hand.
@Suite(.enabled(if: ToolFixtures.exist, "../shared/fixtures is absent")) struct ToolFixtureTests {
  @Test func everyVerbOnEveryStore() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let copy = place.folder.appendingPathComponent("stores")
    try FileManager.default.copyItem(at: ToolFixtures.root.appendingPathComponent("stores"), to: copy)
    let stores = ToolFixtures.files(in: copy, extensions: ["sqlite", "moody"])
    #expect(!stores.isEmpty)
    let models = ToolFixtures.models
    for (number, store) in stores.enumerated() {
      let folder = store.deletingLastPathComponent()
      let before = try FolderPicture(folder)
      let facts = place.run("inspect", store.path)
      #expect(facts.status == .success, "\(store.lastPathComponent): \(facts.error)")
      // Old stores keep no model; a published one may fit.
      var model: [String] = []
      if place.run("verify", store.path).error.contains("keeps no model") {
        let fitting = models.first { place.run("verify", store.path, "--model", $0.path).status != .badInput }
        guard let fitting else { continue }
        model = ["--model", fitting.path]
      }
      let target = place.folder.appendingPathComponent("\(number)")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      func path(_ name: String) -> String { target.appendingPathComponent(name).path }
      let entity = try #require(try firstEntity(store, model, place), "\(store.lastPathComponent)")
      for words in [
        ["dump", store.path, "--limit", "2"] + model, ["dump", store.path, entity, "--format", "csv"] + model,
        ["query", store.path, entity, "SELF != nil", "--limit", "3"] + model, ["verify", store.path] + model,
        ["repair", store.path, path("repaired.sqlite")] + model, ["copy", store.path, path("copy.sqlite")],
        ["move", path("copy.sqlite"), path("moved.sqlite")], ["inspect", path("moved.sqlite")] + model,
        ["destroy", path("moved.sqlite")],
      ] {
        let result = place.run(words)
        #expect(result.status != .badInput, "\(words): \(result.error)")
      }
      #expect(try FolderPicture(folder) == before, "\(store.lastPathComponent)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: target.path).filter { !$0.hasPrefix(".") } == [
          "repaired.sqlite"
        ])
    }
  }

  private func firstEntity(_ store: URL, _ model: [String], _ place: ToolPlace) throws -> String? {
    let text = place.run(["inspect", store.path, "--json"] + model).output
    let facts = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (facts?["entities"] as? [[String: Any]])?.first?["name"] as? String
  }

  @Test func everyVerbOnEveryModel() throws {
    let place = try ToolPlace()
    defer { place.remove() }
    let models = ToolFixtures.models
    #expect(models.count > 20)
    for (number, model) in models.enumerated() {
      let shown = place.run("model", "show", model.path)
      #expect(shown.status == .success || shown.error.contains("legacy model format"), "\(model.path): \(shown.error)")
      guard shown.status == .success else { continue }
      var uses = [
        ["check"], ["diagram"], ["diagram", "--format", "dot"], ["diagram", "--format", "svg"], ["show", "--json"],
      ]
      .map { ["model", $0[0], model.path] + $0.dropFirst() }
      let versions = (try? ModelFile(model.path).versions) ?? []
      if versions.count > 1 {
        uses.append([
          "model", "diff", model.path, "--from", versions[0].name, "--to", versions[versions.count - 1].name,
        ])
      }
      for words in uses {
        let result = place.run(words)
        #expect(result.status != .badInput, "\(words): \(result.error)")
      }
      // A model that contradicts itself is refused in one line.
      let isSound = !place.run("model", "check", model.path).output.contains("error")
      for words in [
        ["model", "convert", model.path, place.folder.appendingPathComponent("\(number).json").path],
        ["generate", model.path],
      ] {
        let result = place.run(words)
        #expect(
          result.status == .success || (!isSound && result.error.filter { $0 == "\n" }.count == 1)
            || result.error.contains("codegen") || versions.count > 1, "\(words): \(result.error)")
      }
    }
  }
}

enum ToolFixtures {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/fixtures").standardizedFileURL
  static var exist: Bool { FileManager.default.fileExists(atPath: root.path) }

  static var models: [URL] {
    files(in: root, extensions: ["xcdatamodeld", "momd"]).sorted { $0.path < $1.path }
  }

  static func files(in folder: URL, extensions: Set<String>) -> [URL] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.map { folder.appendingPathComponent($0) }.filter { extensions.contains($0.pathExtension) }
  }
}
