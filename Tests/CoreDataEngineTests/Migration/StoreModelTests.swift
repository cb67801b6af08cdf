@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Testing

/// The model that a store carries along, and the readers of mapping files on damaged ones.
@Suite struct StoreModelTests {
  @Test func aStoreCarriesItsModel() throws {
    let fixture = try MigrationFixture()
    let text =
      LightweightMigrationTests.people
      + "\nTeam.size Count members\nTag was:Label\nTag.rank Decimal =2.5 was:order indexed"
    let model = ModelText.model(text)
    try fixture.open(model) { _ in }
    let connection = try fixture.connection()
    defer { connection.close() }
    let kept = try #require(try ModelCache.model(from: connection))
    #expect(kept.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(kept.entitiesByName["Tag"]?.renamingIdentifier == "Label")
    let rank = try #require(kept.entitiesByName["Tag"]?.attributesByName["rank"])
    #expect(rank.renamingIdentifier == "order")
    #expect(rank.defaultValue as? NSDecimalNumber == 2.5)
    #expect(kept.entitiesByName["Tag"]?.indexes.map(\.name) == ["byrank"])
    #expect(kept.entitiesByName["Tag"]?.constraintNames == [["label"]])
    #expect(ModelDocument(kept).compiledForm() == ModelDocument(model).compiledForm())
  }

  @Test func deflateWithoutCompression() throws {
    for count in [0, 1, 65_535, 65_536, 200_000] {
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      #expect(try RawDeflate.decompress(RawDeflate.stored(data)) == data)
    }
  }

  @Test(.enabled(if: FixtureModels.areAvailable, "the fixtures (../shared/fixtures) are not here"))
  func damagedMappingModelsAreRefused() throws {
    let root = FixtureModels.models.deletingLastPathComponent()
    let compiled = try Data(contentsOf: root.appendingPathComponent("compiled/alemar11+CoreDataPlus/V2toV3.cdm"))
    let source = try Data(
      contentsOf: root.appendingPathComponent("mapping/alemar11+CoreDataPlus/V2toV3.xcmappingmodel/xcmapping.xml"))
    var generator = SystemRandomNumberGenerator()
    var refused = 0
    for round in 0..<300 {
      for (data, isCompiled) in [(compiled, true), (source.prefix(20_000) + source.suffix(2_000), false)] {
        var bytes = Data(data)
        for _ in 0..<(1 + round % 8) {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if round % 5 == 0 { bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)) }
        // Whatever comes: a document or a typed error, never a crash.
        do {
          _ =
            try isCompiled
            ? CompiledMappingReader().document(from: bytes) : XMLMappingReader().document(from: bytes)
        } catch { refused += 1 }
      }
    }
    #expect(refused > 50)
    for bad in [
      "", "<database></database>", "<?xml version=\"1.0\"?><database><object type=\"XDDEVENTITYMAPPING\"/></database>",
    ] {
      #expect(throws: ModelFormatError.self) { try XMLMappingReader().document(from: Data(bad.utf8)) }
    }
  }
}
