import CoreDataFoundation
import CoreDataSQLite
import Testing

@testable import CoreDataEngine

@Suite struct FetchIndexTests {
  private static func index(
    _ name: String, _ elements: [NSFetchIndexElementDescription], where format: String? = nil
  ) -> NSFetchIndexDescription {
    let index = NSFetchIndexDescription(name: name, elements: elements)
    index.partialIndexPredicate = format.map { NSPredicate(format: $0) }
    return index
  }

  private static func element(
    _ property: NSPropertyDescription, _ type: NSFetchIndexElementType = .binary, ascending: Bool = true
  ) -> NSFetchIndexElementDescription {
    let element = NSFetchIndexElementDescription(property: property, collationType: type)
    element.isAscending = ascending
    return element
  }

  private static func computed(_ format: String) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = format
    description.expression = NSExpression(format: format)
    description.expressionResultType = .integer64AttributeType
    return description
  }

  private static func model() throws -> NSManagedObjectModel {
    let model = CasesModel.make()
    let person = try #require(model.entitiesByName["Person"])
    let table = person.propertiesByName
    func property(_ name: String) throws -> NSPropertyDescription { try #require(table[name]) }
    person.indexes = [
      index("both", [element(try property("name")), element(try property("age"), ascending: false)]),
      index("toOne", [element(try property("team"))]),
      index("adults", [element(try property("name"))], where: "age >= 18 AND nick != nil AND name != \"O'Neill\""),
      index("few", [element(try property("name"))], where: "age IN {1, 2} OR score BETWEEN {0.5, 1}"),
      index("like", [element(try property("name"))], where: "name LIKE 'a*'"),
      index("sum", [element(computed("age + badge * 2")), element(try property("name"))]),
      index("folded", [element(computed("lowercase:(name)"))]),
      index("area", [element(try property("score"), .rTree), element(try property("age"), .rTree)]),
    ]
    let employee = try #require(model.entitiesByName["Employee"])
    employee.indexes = [
      index("badge", [element(try #require(employee.propertiesByName["badge"]))]),
      index("sum", [element(computed("age + badge * 2")), element(try property("name"))]),
    ]
    return model
  }

  private func statements(_ connection: Connection) throws -> [String: String] {
    let statement = try connection.prepare("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    var found: [String: String] = [:]
    while try statement.step() { found[statement.string(0) ?? ""] = statement.string(1) ?? "" }
    return found
  }

  @Test func indexesOfEveryKindAreMade() throws {
    let store = try TestStore(.sqlite, model: try FetchIndexTests.model())
    let connection = try Connection(.file(try #require(store.url).path))
    let found = try statements(connection)
    #expect(
      found["Z_Person_both"]
        == "CREATE INDEX Z_Person_both ON ZPERSON (ZNAME COLLATE BINARY ASC, ZAGE COLLATE BINARY DESC)")
    #expect(found["Z_Person_toOne"] == "CREATE INDEX Z_Person_toOne ON ZPERSON (ZTEAM COLLATE BINARY ASC)")
    #expect(
      found["Z_Person_adults"]
        == "CREATE INDEX Z_Person_adults ON ZPERSON (ZNAME COLLATE BINARY ASC) WHERE (ZAGE >= 18) AND (ZNICK IS NOT NULL) AND (ZNAME <> 'O''Neill')"
    )
    #expect(
      found["Z_Person_few"]
        == "CREATE INDEX Z_Person_few ON ZPERSON (ZNAME COLLATE BINARY ASC) WHERE (ZAGE IN (1, 2)) OR (ZSCORE BETWEEN 0.5 AND 1)"
    )
    // What only a function of this engine could say would keep others from writing to the table.
    #expect(found["Z_Person_like"] == nil && found["Z_Person_folded"] == nil)
    // "badge" is no property of Person.
    #expect(found["Z_Person_sum"] == nil)
    #expect(
      found["Z_Employee_sum"]
        == "CREATE INDEX Z_Employee_sum ON ZPERSON ((ZAGE + (ZBADGE * 2)) COLLATE BINARY ASC, ZNAME COLLATE BINARY ASC)"
    )
    #expect(
      found["Z_RT_Person_area"]
        == "CREATE VIRTUAL TABLE Z_RT_Person_area USING RTREE (Z_PK INTEGER PRIMARY KEY, ZSCORE_MIN FLOAT, ZSCORE_MAX FLOAT, ZAGE_MIN FLOAT, ZAGE_MAX FLOAT)"
    )
    #expect(
      found["Z_RT_Person_area_INSERT"]
        == "CREATE TRIGGER Z_RT_Person_area_INSERT AFTER INSERT ON ZPERSON FOR EACH ROW BEGIN INSERT OR REPLACE INTO Z_RT_Person_area (Z_PK, ZSCORE_MIN, ZSCORE_MAX, ZAGE_MIN, ZAGE_MAX) VALUES (NEW.Z_PK, NEW.ZSCORE ,NEW.ZSCORE, NEW.ZAGE ,NEW.ZAGE) ; END"
    )
    connection.close()
  }

  @Test func indexesOfRangesFollowTheRows() throws {
    let store = try TestStore(.sqlite, model: try FetchIndexTests.model())
    let context = store.context()
    let people = (0..<20).map { context.make("Person", ["name": "\($0)", "score": Double($0), "age": $0]) }
    try context.save()
    people[0].setValue(100.0, forKey: "score")
    context.delete(people[1])
    try context.save()
    let connection = try Connection(.file(try #require(store.url).path))
    #expect(
      try connection.scalar(
        "SELECT count(*) FROM Z_RT_Person_area r JOIN ZPERSON p USING (Z_PK) WHERE r.ZSCORE_MIN = p.ZSCORE AND r.ZAGE_MAX = p.ZAGE"
      ) == 19)
    #expect(try connection.scalar("SELECT count(*) FROM Z_RT_Person_area") == 19)
    connection.close()
  }

  @Test func theyAreMadeAnewInAMigration() throws {
    let first = try TestStore(.sqlite, model: try FetchIndexTests.model())
    let context = first.context()
    for index in 0..<5 { _ = context.make("Person", ["name": "\(index)", "score": Double(index), "age": index]) }
    try context.save()
    for store in first.coordinator.persistentStores { try first.coordinator.remove(store) }
    let model = try FetchIndexTests.model()
    let person = try #require(model.entitiesByName["Person"])
    person.properties += [CasesModel.attribute("more", .stringAttributeType)]
    let store = try TestStore(
      .sqlite, model: model, folder: first.folder,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
      ])
    _ = store.context().make("Person", ["name": "new"])
    let writing = store.context()
    _ = writing.make("Person", ["name": "new", "score": 9.0, "age": 9])
    try writing.save()
    let connection = try Connection(.file(try #require(store.url).path))
    #expect(try connection.scalar("SELECT count(*) FROM Z_RT_Person_area") == 6)
    #expect(try statements(connection)["Z_Person_adults"]?.contains("WHERE") == true)
    #expect(try connection.scalar("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
    connection.close()
  }

  @Test func expressionsOfIndexesStayInAModelFile() throws {
    let store = try TestStore(.sqlite, model: try FetchIndexTests.model())
    let cached = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: try #require(store.url))
    let index = try #require(cached.entitiesByName["Employee"]?.indexes.first { $0.name == "sum" })
    let computed = index.elements.first?.property as? NSExpressionDescription
    #expect(computed?.expression != nil)
    #expect(index.elements.count == 2)
  }
}
