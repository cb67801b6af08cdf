import Foundation
import Testing

@testable import CoreDataModelFormat

/// Every real model can be turned into classes that the compiler can parse.
@Suite(.needsFixtures) struct FixtureGenerationTests {
  @Test func everyModelGenerates() async throws {
    var texts: [String] = []
    var refused: [String] = []
    for url in Fixtures.urls(under: "models", pathExtensions: ["xcdatamodel"]) {
      guard var document = try? ModelReader.document(at: url) else { continue }
      // Most leave their classes to be written by hand.
      for index in document.entities.indices { document.entities[index].codeGeneration = .class }
      do throws(ModelFormatError) {
        let settings = GenerationSettings(moduleName: "Fixtures")
        let generator = try SwiftSourceGenerator(document, modelName: document.name, settings: settings)
        texts.append(generator.combinedFile.text)
        for type in generator.classes {
          #expect(generator.classFile(ofEntity: type.entity.name) != nil)
          let properties = generator.propertiesFile(ofEntity: type.entity.name)
          #expect(properties?.text.contains("extension \(type.spelledName) {") == true)
        }
      } catch {
        refused.append("\(document.name): \(error)")
      }
    }
    #expect(texts.count == 163)
    #expect(refused == [])

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, text) in texts.enumerated() {
      try GeneratedFile(name: "", text: text).write(to: folder.appendingPathComponent("\(index).swift"))
    }
    _ = try await Command.run("sh", "-c", "swiftc -frontend -parse \(folder.path)/*.swift")
  }
}
