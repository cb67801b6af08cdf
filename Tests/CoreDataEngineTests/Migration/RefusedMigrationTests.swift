import CoreDataEngine
import CoreDataSQLite
import Testing

/// Migrations that cannot be: the errors, and the store after them.
@Suite struct RefusedMigrationTests {
  private func filled(_ text: String, _ fill: (NSManagedObjectContext) throws -> Void) throws -> MigrationFixture {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(text), fill)
    return fixture
  }

  /// C18: the file stays as it is, byte for byte.
  @Test(arguments: [
    ("P.a String", "P.a Int32", "Source and destination attribute types are incompatible (String to Integer 32)"),
    ("P.a Date", "P.a Double", "Source and destination attribute types are incompatible (Date to Double)"),
    ("P.a String", "P.a -> Q.b\nQ.b -> P.a", "An attribute cannot become a relationship"),
    ("P.a ->> Q.b\nQ.b -> P.a", "P.a -> Q.b\nQ.b -> P.a", "A to-many relationship cannot become a to-one relationship"),
    (
      "P.a -> Q.b\nQ.b -> P.a\nR.c String", "P.a -> R.b\nR.b -> P.a\nR.c String\nQ.x String",
      "The relationship leads to R, which does not continue Q"
    ),
  ])
  func whatCannotBeInferredIsRefused(_ older: String, _ newer: String, _ reason: String) throws {
    let fixture = try filled(older) { _ = $0.make("P") }
    let before = try fixture.bytes()
    let error = try #require(fixture.error(opening: ModelText.model(newer)))
    #expect(error.code == NSMigrationMissingMappingModelError)
    #expect(error.userInfo["reason"] as? String == "Can't find or automatically infer mapping model for migration")
    #expect(error.userInfo["sourceModel"] is NSManagedObjectModel)
    #expect(error.userInfo["destinationModel"] is NSManagedObjectModel)
    let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(cause.code == NSInferredMappingModelError)
    #expect(cause.userInfo["entity"] as? String == "P")
    #expect(cause.userInfo["property"] as? String == "a")
    #expect(cause.userInfo["reason"] as? String == reason)
    #expect(try fixture.bytes() == before)
    try fixture.open(ModelText.model(older)) { context throws in #expect(try context.all("P").count == 1) }
  }

  @Test func everyPropertyIsNamed() throws {
    let fixture = try filled("P.a String\nP.b String\nP.c String") { _ = $0.make("P") }
    let error = try #require(fixture.error(opening: ModelText.model("P.a Date\nP.b String\nP.c Data")))
    let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    let all = cause.userInfo[NSDetailedErrorsKey] as? [NSError]
    #expect(all?.compactMap { $0.userInfo["property"] as? String } == ["a", "c"])
  }

  @Test(arguments: ["P.a String\nP.b String required", "P.a String required"])
  func mandatoryValuesMustBeThere(_ newer: String) throws {
    let fixture = try filled("P.a String") { context throws in
      _ = context.make("P", ["a": "x"])
      _ = context.make("P")
    }
    let before = try fixture.schema()
    let error = try #require(fixture.error(opening: ModelText.model(newer)))
    #expect(error.code == NSMigrationError)
    #expect(error.userInfo["sourceURL"] as? URL == fixture.url)
    #expect(
      error.userInfo["reason"] as? String
        == "Cannot migrate store in-place: Validation error missing attribute values on mandatory destination attribute"
    )
    let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(cause.code == NSMigrationError)
    #expect(cause.userInfo["entity"] as? String == "P")
    #expect(cause.userInfo["attribute"] as? String == (newer.contains("P.b") ? "b" : "a"))
    #expect(try fixture.schema() == before)
    try fixture.open(ModelText.model("P.a String")) { context throws in #expect(try context.all("P").count == 2) }
  }

  @Test func mandatoryRelationshipsMustBeThere() throws {
    let fixture = try filled("P.a String\nQ.b String") { _ = $0.make("P") }
    let newer = ModelText.model("P.a String\nQ.b String\nP.q -> Q.p required\nQ.p ->> P.q")
    let error = try #require(fixture.error(opening: newer))
    #expect((error.userInfo["reason"] as? String)?.hasSuffix("mandatory destination relationship") == true)
  }

  @Test func valuesMustFitANarrowerType() throws {
    let fixture = try filled("P.a Int64") { _ = $0.make("P", ["a": 70_000]) }
    let error = try #require(fixture.error(opening: ModelText.model("P.a Int16")))
    #expect(error.code == NSMigrationError)
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect((cause?.userInfo["detail"] as? String) == "P.a is 70000 in the row 1.")
    try fixture.open(ModelText.model("P.a Int32")) { context throws in
      #expect(try context.all("P").first?.number("a") == 70_000)
    }
  }

  @Test func duplicatesAreListed() throws {
    let fixture = try filled("P.a String") { context throws in
      for text in ["x", "y", "x", "z", "y", "x"] { _ = context.make("P", ["a": text]) }
      _ = context.make("P")
      _ = context.make("P")
    }
    let error = try #require(fixture.error(opening: ModelText.model("P.a String unique")))
    #expect(error.code == NSMigrationConstraintViolationError)
    let list = error.userInfo["duplicates"] as? [[String: Any]]
    #expect(list?.compactMap { $0["a"] as? String } == ["x", "y"])
    #expect(list?.compactMap { $0["count"] as? Int } == [3, 2])
    try fixture.open(ModelText.model("P.a String")) { context throws in
      for object in try context.all("P", "a == 'x' OR a == 'y'").dropFirst(0) { context.delete(object) }
    }
    try fixture.open(ModelText.model("P.a String unique")) { context throws in #expect(try context.all("P").count == 3)
    }
  }

  @Test func anAbstractEntityCannotHaveObjects() throws {
    let fixture = try filled("P.a String\nQ:P") { _ = $0.make("P") }
    let abstract = ModelText.model("P.a String\nP abstract\nQ:P")
    #expect(fixture.error(opening: abstract)?.code == NSMigrationError)
    try fixture.open(ModelText.model("P.a String\nQ:P")) { context throws in
      for object in try context.all("P") { context.delete(object) }
      _ = context.make("Q", ["a": "q"])
    }
    try fixture.open(abstract) { context throws in #expect(try context.all("P").first?.text("a") == "q") }
  }

  @Test func theSearchedPlacesAreNamed() throws {
    let fixture = try filled("P.a String") { _ = $0.make("P") }
    let connection = try fixture.connection()
    try connection.execute("DELETE FROM Z_MODELCACHE")
    connection.close()
    let error = try #require(fixture.error(opening: ModelText.model("P.a String\nP.b String")))
    #expect(error.code == NSMigrationMissingSourceModelError)
    #expect(error.userInfo["URL"] as? URL == fixture.url)
    #expect(error.userInfo["metadata"] is [String: Any])
    #expect(error.userInfo["reason"] as? String == "Can't find model for source store")
    #expect(error.localizedFailureReason?.contains("the model kept in the store") == true)
  }

  @Test func withoutInferenceAMappingModelIsMissing() throws {
    let fixture = try filled("P.a String") { _ = $0.make("P") }
    let error = fixture.error(
      opening: ModelText.model("P.a String\nP.b String"), options: [NSMigratePersistentStoresAutomaticallyOption: true])
    #expect(error?.code == NSMigrationMissingMappingModelError)
  }
}
