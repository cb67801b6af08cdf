import CoreDataModelFormat
import Foundation
import Testing

@Suite(.needsFixtures) struct FixtureRoundTripTests {
  private func sources() throws -> [ModelDocument] {
    var documents: [ModelDocument] = []
    for url in Fixtures.urls(under: "models", pathExtensions: ["xcdatamodel"]) {
      let contents = url.appendingPathComponent("contents")
      guard FileManager.default.fileExists(atPath: contents.path) else { continue }
      documents.append(try ModelReader.document(at: url))
    }
    return documents
  }

  @Test func everySourceModelReadsBackEqualAsSource() throws {
    var count = 0
    for document in try sources() {
      let data = try XMLModelWriter().data(for: document)
      #expect(try XMLModelReader().document(from: data, name: document.name) == document)
      count += 1
    }
    print("source models written and read back: \(count)")
    #expect(count == 163)
  }

  @Test func everySourceModelReadsBackEqualWhenCompiled() throws {
    var compiled = 0
    var refused = 0
    for document in try sources() {
      let attributes = document.entities.flatMap(\.attributes)
      if attributes.contains(where: { $0.type == .composite }) {
        #expect(throws: ModelFormatError.self) { try CompiledModelWriter().data(for: document) }
        refused += 1
        continue
      }
      let data = try CompiledModelWriter().data(for: document)
      let found = try CompiledModelReader().document(from: data, name: document.name)
      var expected = document.compiledForm()
      expected.composites = []
      #expect(found == expected)
      #expect(found.versionHashes() == document.versionHashes())
      compiled += 1
    }
    print("source models compiled and read back: \(compiled), refused for composite attributes: \(refused)")
    #expect(compiled + refused == 163)
    #expect(refused == 2)
  }

  @Test func everyCompiledModelReadsBackEqual() throws {
    for url in Fixtures.urls(under: "compiled", pathExtensions: ["mom"]) {
      let document = try ModelReader.document(at: url)
      let data = try CompiledModelWriter().data(for: document)
      let found = try CompiledModelReader().document(from: data, name: document.name)
      #expect(found == document.compiledForm(), "\(url.path)")
    }
  }
}
