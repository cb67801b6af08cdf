import CoreDataModelFormat
import Foundation
import Testing

@Suite(.needsFixtures) struct FixtureModelTests {
  @Test func everySourceModelLoadsOrIsRefusedForItsLegacyFormat() throws {
    var loaded = 0
    var legacy = 0
    for url in Fixtures.urls(under: "models", pathExtensions: ["xcdatamodel"]) {
      do {
        let document = try ModelReader.document(at: url)
        #expect(!document.entities.isEmpty || document.name == "Model")
        loaded += 1
      } catch let error where error.kind == .legacyFormat {
        legacy += 1
      } catch {
        Issue.record("\(error)")
      }
    }
    print("source models: \(loaded) loaded, \(legacy) refused as legacy format")
    #expect(loaded == 163)
    #expect(legacy == 4)
  }

  @Test func everyPackageHasACurrentVersion() throws {
    for url in Fixtures.urls(under: "models", pathExtensions: ["xcdatamodeld"]) {
      let package = try ModelPackage(url: url)
      #expect(package.versions.contains(package.current))
    }
  }
}
