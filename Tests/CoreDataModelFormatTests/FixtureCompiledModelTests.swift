import CoreDataModelFormat
import Foundation
import Testing

@Suite(.needsFixtures) struct FixtureCompiledModelTests {
  /// Compiled models whose source is among the fixtures in the same version.
  static let twins = [
    (
      "Karim-ezzedine+CartKit/CartStorage.momd/CartStorage.mom",
      "Karim-ezzedine+CartKit/CartStorage.xcdatamodeld/CartStorage.xcdatamodel"
    ),
    ("SwiftGen+SwiftGen/Model.momd/Model.mom", "SwiftGen+SwiftGen/Model.xcdatamodeld/Model.xcdatamodel"),
    ("SwiftGen+SwiftGen/Model.momd/Model 2.mom", "SwiftGen+SwiftGen/Model.xcdatamodeld/Model 2.xcdatamodel"),
    (
      "QuickBlox+quickblox-ios-sdk/XMPPRoom.momd/XMPPRoom.mom",
      "robbiehanson+XMPPFramework/XMPPRoom.xcdatamodeld/XMPPRoom.xcdatamodel"
    ),
    (
      "QuickBlox+quickblox-ios-sdk/XMPPMessageArchiving.momd/XMPPMessageArchiving.mom",
      "robbiehanson+XMPPFramework/XMPPMessageArchiving.xcdatamodeld/XMPPMessageArchiving.xcdatamodel"
    ),
    (
      "alemar11+CoreDataPlus/SampleModel/SampleModel.momd/SampleModel.mom",
      "alemar11+CoreDataPlus/SampleModel.xcdatamodeld/SampleModel.xcdatamodel"
    ),
    (
      "alemar11+CoreDataPlus/SampleModel/SampleModel.momd/SampleModel2.mom",
      "alemar11+CoreDataPlus/SampleModel.xcdatamodeld/SampleModel2.xcdatamodel"
    ),
    (
      "alemar11+CoreDataPlus/SampleModel/SampleModel.momd/SampleModel3.mom",
      "alemar11+CoreDataPlus/SampleModel.xcdatamodeld/SampleModel3.xcdatamodel"
    ),
    (
      "alemar11+CoreDataPlus/SampleModel3.momd/SampleModel3.mom",
      "alemar11+CoreDataPlus/SampleModel3.xcdatamodeld/SampleModel3.xcdatamodel"
    ),
    (
      "alemar11+CoreDataPlus/SampleModel3.momd/SampleModel3_v2.mom",
      "alemar11+CoreDataPlus/SampleModel3.xcdatamodeld/SampleModel3_v2.xcdatamodel"
    ),
    (
      "alemar11+CoreDataPlus/SampleModel3.momd/SampleModel3_v3.mom",
      "alemar11+CoreDataPlus/SampleModel3.xcdatamodeld/SampleModel3_v3.xcdatamodel"
    ),
  ]

  @Test(arguments: twins)
  func compiledModelEqualsItsSource(compiled: String, source: String) throws {
    let model = try ModelReader.document(at: Fixtures.root.appendingPathComponent("compiled/" + compiled))
    let twin = try ModelReader.document(at: Fixtures.root.appendingPathComponent("models/" + source))
    var found = model.compiledForm()
    let expected = twin.compiledForm()
    if found.name == "SampleModel" {
      // This compiled model names no class for the transformable; its source does.
      let car = try #require(found.entities.firstIndex { $0.name == "Car" })
      let color = try #require(found.entities[car].attributes.firstIndex { $0.name == "color" })
      #expect(found.entities[car].attributes[color].customClassName == nil)
      found.entities[car].attributes[color].customClassName = "Color"
    }
    for (one, other) in zip(found.entities, expected.entities) { #expect(one == other) }
    #expect(found == expected)
  }

  @Test func everyCompiledModelLoads() throws {
    let urls = Fixtures.urls(under: "compiled", pathExtensions: ["mom"])
    for url in urls {
      let document = try ModelReader.document(at: url)
      #expect(!document.entities.isEmpty)
    }
    print("compiled models: \(urls.count) loaded")
    #expect(urls.count == 28)
  }

  @Test func everyHashAndChecksumOfAPackageIsReproduced() throws {
    var hashes = 0
    var checksums = 0
    for url in Fixtures.urls(under: "compiled", pathExtensions: ["momd"]) {
      let package = try ModelPackage(url: url)
      for version in package.versions {
        let document = try ModelReader.document(of: version)
        let expected = try #require(package.versionHashes[version.name])
        #expect(document.versionHashes() == expected, "\(version.url.path)")
        hashes += expected.count
        guard let checksum = package.versionChecksums[version.name] else { continue }
        #expect(document.checksum() == checksum)
        checksums += 1
      }
    }
    print("packages: \(hashes) entity hashes and \(checksums) checksums reproduced")
    #expect(hashes > 0 && checksums > 0)
  }

  /// An optimised model is read by the compiled one beside it; alone it is refused with a reason.
  @Test func everyOptimisedModelLeadsToItsOriginal() throws {
    var count = 0
    for url in Fixtures.urls(under: "compiled", pathExtensions: ["omo"]) {
      let document = try ModelReader.document(at: url)
      #expect(try document == ModelReader.document(at: url.deletingPathExtension().appendingPathExtension("mom")))
      try withTemporaryFolder { folder in
        let alone = folder.appendingPathComponent("Alone.omo")
        try FileManager.default.copyItem(at: url, to: alone)
        #expect(failure { _ = try ModelPackage(url: alone) }?.kind == .missingFile)
      }
      count += 1
    }
    print("optimised models: \(count)")
    #expect(count >= 4)
  }
}
