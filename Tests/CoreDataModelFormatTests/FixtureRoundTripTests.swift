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
    for document in try sources() {
      let data = try CompiledModelWriter().data(for: document)
      let found = try CompiledModelReader().document(from: data, name: document.name)
      #expect(found == document.compiledForm())
      #expect(found.versionHashes() == document.versionHashes())
      compiled += 1
    }
    print("source models compiled and read back: \(compiled)")
    #expect(compiled == 163)
  }

  /// Whole packages of all versions, with the current one, written in both forms.
  @Test func everyPackageReadsBackEqual() throws {
    var packages = 0
    for url in Fixtures.urls(under: "models", pathExtensions: ["xcdatamodeld"]) {
      guard let package = try? ModelPackage(url: url) else { continue }
      var documents: [ModelDocument] = []
      // A version in the format before Xcode 4 is no document.
      for version in package.versions {
        if let document = try? ModelReader.document(of: version) { documents.append(document) }
      }
      let current = package.current.name
      guard documents.contains(where: { $0.name == current }) else { continue }
      try withTemporaryFolder { folder in
        for form in ["xcdatamodeld", "momd"] {
          let target = folder.appendingPathComponent("Written.\(form)")
          try ModelWriter.write(documents, current: current, to: target)
          let written = try ModelPackage(url: target)
          #expect(written.current.name == current, "\(url.lastPathComponent)")
          #expect(written.versions.map(\.name).sorted() == documents.map(\.name).sorted())
          for document in documents {
            let version = try #require(written.versions.first { $0.name == document.name })
            let found = try ModelReader.document(of: version)
            let expected = form == "momd" ? document.compiledForm() : document
            #expect(found == expected, "\(url.lastPathComponent) \(document.name) as \(form)")
          }
        }
      }
      packages += 1
    }
    print("packages written as .xcdatamodeld and .momd and read back: \(packages)")
    #expect(packages >= 35)
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
