import CoreDataModelFormat
import Foundation
import Testing

@Suite(.needsFixtures) struct FixtureModelCacheTests {
  @Test func everyModelCacheLoads() throws {
    var caches: [String: ModelDocument] = [:]
    for url in Fixtures.urls(under: "stores", pathExtensions: ["sqlite", "moody"]) {
      guard let content = try StoreModelCache.content(of: url) else { continue }
      let document = try CompiledModelReader().document(fromModelCache: content, name: url.lastPathComponent)
      try ModelValidator(document).validate()
      caches[url.lastPathComponent] = document
    }
    print("model caches: \(caches.count) loaded")
    #expect(caches.count >= 10)
    let sample = try #require(caches["SampleModel_V1.sqlite"])
    // Flattened in the cache: the sub-entities list what they inherit.
    #expect(sample.entity(named: "ExpensiveSportCar")?.attributes.map(\.name) == ["isLimitedEdition"])
    #expect(sample.entity(named: "SportCar")?.propertyNames == [])
    let books = try #require(caches["SampleModel2_V1.sqlite"]?.entity(named: "Book"))
    let title = try #require(books.attributes.first { $0.name == "title" })
    #expect(title.validationRules.first?.predicate == .format("length >= 3 AND length <= 50"))
    #expect(title.validationRules.first?.warning == "Title must have a length between 3 and 50 chars.")
    #expect(books.attributes.first { $0.name == "pagesCount" }?.derivationExpression == "pages.@count")
  }

  @Test func cacheHashesEqualTheSourceModels() throws {
    let pairs = [
      (
        "stores/alemar11+CoreDataPlus/SampleModel_V1.sqlite",
        "models/alemar11+CoreDataPlus/SampleModel.xcdatamodeld/SampleModel.xcdatamodel"
      ),
      (
        "stores/duckduckgo+BrowserServicesKit/SyncMetadata_V3.sqlite",
        "models/duckduckgo+BrowserServicesKit/SyncMetadata.xcdatamodeld/SyncMetadata 3.xcdatamodel"
      ),
    ]
    for (store, source) in pairs {
      let content = try #require(try StoreModelCache.content(of: Fixtures.root.appendingPathComponent(store)))
      let cached = try CompiledModelReader().document(fromModelCache: content, name: "cache")
      let model = try ModelReader.document(at: Fixtures.root.appendingPathComponent(source))
      #expect(cached.versionHashes() == model.versionHashes())
    }
  }
}
