@testable import CoreDataEngine
import Testing

/// Values that a mapping model hands on as they are stored.
@Suite struct StoredValueMappingTests {
  private func model(_ text: String) -> NSManagedObjectModel {
    SaltedTransformer.register()
    let model = ModelText.model(text)
    for attribute in model.entities.flatMap({ $0.attributesByName.values })
    where attribute.attributeType == .transformableAttributeType {
      attribute.valueTransformerName = SaltedTransformer.name
    }
    return model
  }

  /// The bytes of the persons' attribute as the store has them, without the mark of external data.
  private func bytes(_ context: NSManagedObjectContext, _ name: String) throws -> [Data] {
    try context.all("Person", sortedBy: "name").map { person in
      person.willAccessValue(forKey: name)
      let property = try #require(person.property(named: name))
      guard case .data(let data) = person.committedValue(property) else { return Data() }
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      return property.usesExternalStorage ? try ExternalData.resolve(data, in: store.objectStore) : data
    }
  }

  private func fill(_ context: NSManagedObjectContext) {
    for (name, color) in [("a", "red"), ("b", "sealed"), ("c", nil)] {
      _ = context.make("Person", ["name": name, "color": color])
    }
  }

  /// D102: neither a value that nothing here can decode is lost, nor are the bytes of another changed.
  @Test(arguments: StoreKind.lasting, ["", " external"])
  func transformablesKeepTheirBytes(_ kind: StoreKind, _ storage: String) throws {
    let older = model("Person.name String\nPerson.color Transformable\(storage)")
    let newer = model("Person.name String\nPerson.paint Transformable\(storage) was:color\nPerson.more String")
    let fixture = try MigrationFixture(kind)
    try fixture.open(older) { context throws in fill(context) }
    let before = try fixture.open(older) { try bytes($0, "color") }
    #expect(before.map(\.isEmpty) == [false, false, true])
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: older, destinationModel: newer)
    try MappedMigration.migrate(
      fixture.url, type: kind.type, options: nil, source: older, destination: newer, mapping: mapping)
    try fixture.open(newer, options: nil) { context throws in
      #expect(try bytes(context, "paint") == before)
      let people = try context.all("Person", sortedBy: "name")
      #expect(people.map { $0.value(forKey: "paint") as? String } == ["red", nil, nil])
    }
  }

  /// Large values lie in files of their own, and may come into the row.
  @Test(arguments: [" external", ""]) func largeTransformablesKeepTheirBytes(_ storage: String) throws {
    let older = model("Person.name String\nPerson.color Transformable external")
    let newer = model("Person.name String\nPerson.color Transformable\(storage)\nPerson.more String")
    let fixture = try MigrationFixture()
    let large = String(repeating: "x", count: 2_000_000)
    try fixture.open(older) { context throws in _ = context.make("Person", ["name": "a", "color": large]) }
    let before = try fixture.open(older) { try bytes($0, "color") }
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: older, destinationModel: newer)
    try MappedMigration.migrate(
      fixture.url, type: NSSQLiteStoreType, options: nil, source: older, destination: newer, mapping: mapping)
    try fixture.open(newer, options: nil) { context throws in
      #expect(try bytes(context, "color") == before)
      #expect(try context.all("Person").first?.value(forKey: "color") as? String == large)
    }
  }

  /// D102: where the bytes do not serve, a value that cannot be decoded ends the migration.
  @Test(arguments: StoreKind.lasting, ["$source.color", "FUNCTION($source, \"valueForKeyPath:\", \"color\")"])
  func whatCannotBeDecodedIsNotLost(_ kind: StoreKind, _ expression: String) throws {
    let older = model("Person.name String\nPerson.color Transformable")
    let newer = model("Person.name String\nPerson.paint String")
    let fixture = try MigrationFixture(kind)
    try fixture.open(older) { context throws in fill(context) }
    let before = try fixture.bytes()
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: older, destinationModel: newer)
    let paint = mapping.entityMappings[0].attributeMappings?.first { $0.name == "paint" }
    paint?.valueExpression = NSExpression(format: expression)
    let error = #expect(throws: NSError.self) {
      try MappedMigration.migrate(
        fixture.url, type: kind.type, options: nil, source: older, destination: newer, mapping: mapping)
    }
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.code == NSEntityMigrationPolicyError)
    #expect(cause?.userInfo["property"] as? String == "paint")
    #expect((cause?.userInfo["reason"] as? String)?.contains("'Person.color' cannot be decoded") == true)
    #expect(try fixture.bytes() == before)
  }
}

/// Makes data that differs each time, and takes it back unless it is of "sealed".
final class SaltedTransformer: ValueTransformer {
  static let name = "CoreDataEngineTests.SaltedTransformer"

  static func register() {
    ValueTransformer.setValueTransformer(SaltedTransformer(), forName: NSValueTransformerName(rawValue: name))
  }

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data("\(UUID().uuidString)|\($0)".utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, data.count > 37 else { return nil }
    let text = String(decoding: data.dropFirst(37), as: UTF8.self)
    return text == "sealed" ? nil : text
  }
}
