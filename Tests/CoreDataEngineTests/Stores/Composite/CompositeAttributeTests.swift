import CoreDataModelFormat
import CoreDataSQLite
import Testing

@testable import CoreDataEngine

@Suite struct CompositeAttributeTests {
  private func value(_ object: NSManagedObject) -> [String: Any] {
    object.value(forKey: "place") as? [String: Any] ?? [:]
  }

  private func expectAll(_ object: NSManagedObject, _ latitude: Double, _ name: String) {
    let place = value(object)
    #expect((place["latitude"] as? NSNumber)?.doubleValue == latitude)
    #expect((place["longitude"] as? NSNumber)?.doubleValue == -1.5)
    #expect(place["name"] as? String == name)
    #expect(place["seen"] as? Date == Date(timeIntervalSinceReferenceDate: 7.25))
    #expect(place["id"] as? UUID == CompositeModel.id)
    #expect((place["link"] as? URL)?.absoluteString == "https://example.org/\(Int(latitude))")
    #expect(place["price"] as? NSDecimalNumber == NSDecimalNumber(string: "12345678901234567890.123456789"))
    #expect((place["open"] as? NSNumber)?.boolValue == true)
    #expect(place["bytes"] as? Data == Data([0, 1, 255]))
    #expect(place["tags"] as? [String] == ["a", "b"])
    let span = place["span"] as? [String: Any]
    #expect((span?["width"] as? NSNumber)?.doubleValue == 2.5)
    #expect(span?["unit"] as? String == "km")
  }

  @Test(arguments: StoreKind.allCases) func everyElementComesBack(_ kind: StoreKind) throws {
    let store = try TestStore(kind, model: CompositeModel.make())
    let context = store.context()
    let object = context.make("Spot", ["name": "x", "place": CompositeModel.place(45, "Here")])
    _ = context.make("Spot", ["name": "empty"])
    expectAll(object, 45, "Here")
    #expect((object.value(forKey: "view") as? [String: Any])?["zoom"] as? NSNumber == 3)
    try context.save()
    expectAll(object, 45, "Here")
    let reopened = try store.reopened()
    let fresh = reopened.context()
    expectAll(try #require(try fresh.all("Spot", "name == 'x'").first), 45, "Here")
    let empty = try #require(try fresh.all("Spot", "name == 'empty'").first)
    #expect(empty.value(forKey: "place") == nil)
    #expect((empty.value(forKey: "view") as? [String: Any])?["zoom"] as? NSNumber == 3)
  }

  @Test(arguments: StoreKind.allCases) func elementsCanBeSetByPathAndChangesAreSeen(_ kind: StoreKind) throws {
    let store = try TestStore(kind, model: CompositeModel.make())
    let context = store.context()
    let object = context.make("Spot", ["place": CompositeModel.place(1, "a")])
    try context.save()
    object.setValue(2.0, forKeyPath: "place.latitude")
    object.setValue("mi", forKeyPath: "place.span.unit")
    #expect(object.value(forKeyPath: "place.latitude") as? NSNumber == 2)
    #expect(Array(object.changedValues().keys) == ["place"])
    let before = object.committedValues(forKeys: ["place"])["place"] as? [String: Any]
    #expect((before?["latitude"] as? NSNumber)?.doubleValue == 1)
    try context.save()
    object.setValue(value(object), forKey: "place")
    #expect(!context.hasChanges)
    let fresh = try #require(try store.reopened().context().all("Spot").first)
    #expect(fresh.value(forKeyPath: "place.span.unit") as? String == "mi")
    #expect(fresh.value(forKeyPath: "place.latitude") as? NSNumber == 2)
    #expect(fresh.value(forKeyPath: "place.name") as? String == "a")
  }

  @Test(arguments: StoreKind.allCases) func pathsLeadToElementsInRequests(_ kind: StoreKind) throws {
    let store = try TestStore(kind, model: CompositeModel.make())
    let context = store.context()
    for index in 0..<10 {
      _ = context.make("Spot", ["name": "\(index)", "place": CompositeModel.place(Double(9 - index), "p\(index)")])
    }
    _ = context.make("Spot", ["name": "none"])
    try context.save()
    func names(_ format: String) throws -> [String] {
      try context.all("Spot", format).compactMap { $0.text("name") }.sorted()
    }
    #expect(try names("place.latitude > 7") == ["0", "1"])
    #expect(try names("place.name == 'p3' OR place.name BEGINSWITH[c] 'P4'") == ["3", "4"])
    #expect(try names("place.span.unit == 'km' AND place.latitude < 1") == ["9"])
    #expect(try names("place == nil") == ["none"])
    #expect(try names("place != nil").count == 10)
    #expect(try names("place.open == YES").count == 10)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Spot")
    request.predicate = NSPredicate(format: "place != nil")
    request.sortDescriptors = [NSSortDescriptor(key: "place.latitude", ascending: true)]
    request.fetchLimit = 3
    #expect(try context.fetch(request).map { $0.text("name") } == ["9", "8", "7"])
    let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Spot")
    dictionaries.resultType = .dictionaryResultType
    dictionaries.propertiesToFetch = ["name", "place.latitude", "place"]
    dictionaries.predicate = NSPredicate(format: "name == '2'")
    let row = try #require(try context.fetch(dictionaries).first as? [String: Any])
    #expect((row["place.latitude"] as? NSNumber)?.doubleValue == 7)
    #expect((row["place"] as? [String: Any])?["name"] as? String == "p2")
  }

  @Test func eachElementHasAColumn() throws {
    let store = try TestStore(.sqlite, model: CompositeModel.make())
    let context = store.context()
    _ = context.make("Spot", ["name": "x", "place": CompositeModel.place(45, "Here")])
    try context.save()
    let connection = try Connection(.file(try #require(store.url).path))
    let sql = try connection.prepare("SELECT ZNAME, ZNAME1, ZLATITUDE, ZWIDTH, ZUNIT, ZOPEN, typeof(ZID) FROM ZSPOT")
    #expect(try sql.step())
    #expect(sql.string(0) == "x" && sql.string(1) == "Here" && sql.double(2) == 45 && sql.double(3) == 2.5)
    #expect(sql.string(4) == "km" && sql.integer(5) == 1 && sql.string(6) == "blob")
    sql.reset()
    connection.close()
  }

  @Test(arguments: [StoreKind.sqlite, .memory]) func elementsMustBeUniqueWhereTheModelSaysSo(_ kind: StoreKind) throws {
    let store = try TestStore(kind, model: CompositeModel.make())
    let context = store.context()
    _ = context.make("Spot", ["place": CompositeModel.place(1, "same")])
    try context.save()
    _ = context.make("Spot", ["place": CompositeModel.place(2, "same")])
    #expect { try context.save() } throws: { ($0 as NSError).code == NSManagedObjectConstraintMergeError }
  }

  @Test func rulesOfElementsAreChecked() throws {
    let store = try TestStore(.sqlite, model: CompositeModel.make())
    let context = store.context()
    let object = context.make("Spot", ["place": ["name": "without latitude"]])
    func problem() -> (code: Int, key: String?) {
      do {
        try context.save()
        return (0, nil)
      } catch {
        let error = error as NSError
        return (error.code, error.userInfo[NSValidationKeyErrorKey] as? String)
      }
    }
    #expect(problem() == (NSValidationMissingMandatoryPropertyError, "place.latitude"))
    object.setValue(["latitude": 91], forKey: "place")
    #expect(problem() == (NSValidationNumberTooLargeError, "place.latitude"))
    object.setValue(["latitude": 80], forKey: "place")
    #expect(problem() == (0, nil))
  }

  @Test func batchRequestsTakeDictionaries() throws {
    let store = try TestStore(.sqlite, model: CompositeModel.make())
    let context = store.context()
    let rows: [[String: Any]] = (0..<3).map { ["name": "\($0)", "place": CompositeModel.place(Double($0), "p\($0)")] }
    _ = try context.execute(NSBatchInsertRequest(entityName: "Spot", objects: rows))
    for index in 0..<3 {
      expectAll(try #require(try context.all("Spot", "name == '\(index)'").first), Double(index), "p\(index)")
    }
    let update = NSBatchUpdateRequest(entityName: "Spot")
    update.predicate = NSPredicate(format: "place.latitude == 1")
    update.propertiesToUpdate = ["place": CompositeModel.place(50, "moved")]
    _ = try context.execute(update)
    context.reset()
    expectAll(try #require(try context.all("Spot", "name == '1'").first), 50, "moved")
    expectAll(try #require(try context.all("Spot", "name == '2'").first), 2, "p2")
  }

  @Test func elementsComeAndGoInAMigration() throws {
    let old = try TestStore(.sqlite, model: CompositeModel.make())
    let context = old.context()
    _ = context.make("Spot", ["name": "x", "place": CompositeModel.place(45, "Here")])
    try context.save()
    for store in old.coordinator.persistentStores { try old.coordinator.remove(store) }
    let model = CompositeModel.make {
      $0.elements = $0.elements.filter { $0.name != "price" } + [CompositeModel.attribute("more", .stringAttributeType)]
    }
    #expect(model.entityVersionHashesByName != old.model.entityVersionHashesByName)
    let options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
      NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]
    let store = try TestStore(.sqlite, model: model, folder: old.folder, options: options)
    let fresh = store.context()
    let object = try #require(try fresh.all("Spot").first)
    #expect(object.value(forKeyPath: "place.name") as? String == "Here")
    #expect(object.value(forKeyPath: "place.span.width") as? NSNumber == 2.5)
    #expect(value(object)["price"] == nil && value(object)["more"] == nil)
    object.setValue("now", forKeyPath: "place.more")
    try fresh.save()
    for store in store.coordinator.persistentStores { try store.persistentStoreCoordinator?.remove(store) }
    let other = CompositeModel.make {
      $0.elements = $0.elements.map { $0.name == "name" ? CompositeModel.attribute("name", .dateAttributeType) : $0 }
    }
    #expect(throws: (any Error).self) {
      _ = try TestStore(.sqlite, model: other, folder: old.folder, options: options)
    }
  }

  private func migrated(
    _ rows: [[String: Any]], change: (NSCompositeAttributeDescription) -> Void = { _ in },
    adding added: NSCompositeAttributeDescription? = nil
  ) throws -> [NSManagedObject] {
    let old = try TestStore(.sqlite, model: CompositeModel.make())
    let context = old.context()
    for row in rows { _ = context.make("Spot", row) }
    try context.save()
    for store in old.coordinator.persistentStores { try old.coordinator.remove(store) }
    let model = CompositeModel.make(changing: change)
    if let added { model.entities[0].properties.append(added) }
    let options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
      NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]
    do {
      let store = try TestStore(.sqlite, model: model, folder: old.folder, options: options)
      return try store.context().all("Spot", sortedBy: "name")
    } catch {
      // What was refused has left the store as it was.
      let store = try TestStore(.sqlite, model: CompositeModel.make(), folder: old.folder)
      #expect(try store.context().all("Spot").count == rows.count)
      throw error
    }
  }

  @Test func aNewCompositeTakesTheDefaultsOfItsElements() throws {
    let level = CompositeModel.attribute("level", .integer32AttributeType, optional: false)
    level.defaultValue = NSNumber(value: 7)
    let added = CompositeModel.composite("rank", [level, CompositeModel.attribute("word", .stringAttributeType)])
    added.isOptional = false
    let spots = try migrated([["name": "a"], ["name": "b"]], adding: added)
    #expect(spots.map { $0.value(forKeyPath: "rank.level") as? NSNumber } == [7, 7])
  }

  @Test func aMandatoryCompositeNeedsValues() throws {
    let added = CompositeModel.composite("rank", [CompositeModel.attribute("word", .stringAttributeType)])
    added.isOptional = false
    let error = #expect(throws: NSError.self) { _ = try migrated([["name": "a"]], adding: added) }
    #expect(error?.code == NSMigrationError)
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.userInfo["attribute"] as? String == "rank")
    #expect(cause?.userInfo["detail"] as? String == "Spot.rank has no value in 1 rows, and no default.")
    #expect(try migrated([], adding: added).isEmpty)
  }

  /// D103: a composite that is nil stays so; one that is there gets what its new elements have by default.
  @Test func newElementsTakeTheirDefaults() throws {
    let rows: [[String: Any]] = [["name": "a", "place": CompositeModel.place(1, "A")], ["name": "b"]]
    let more = CompositeModel.attribute("more", .stringAttributeType, optional: false)
    let error = #expect(throws: NSError.self) { _ = try migrated(rows) { $0.elements.append(more) } }
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.userInfo["attribute"] as? String == "place.more")
    let filled = CompositeModel.attribute("more", .stringAttributeType, optional: false)
    filled.defaultValue = "x"
    let spots = try migrated(rows) { $0.elements.append(filled) }
    #expect(spots.map { $0.value(forKeyPath: "place.more") as? String } == ["x", nil])
    #expect(spots.map { $0.value(forKeyPath: "place.name") as? String } == ["A", nil])
    #expect(spots[1].value(forKey: "place") == nil)
  }

  @Test func aModelFileCarriesComposites() throws {
    let store = try TestStore(.sqlite, model: CompositeModel.make())
    let cached = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: try #require(store.url))
    #expect(cached.entityVersionHashesByName == store.model.entityVersionHashesByName)
    let place = cached.entitiesByName["Spot"]?.attributesByName["place"] as? NSCompositeAttributeDescription
    #expect(place?.elements.map(\.name).contains("span") == true)
  }

  /// D90: a hash whose method is not known is taken as it came.
  @Test func hashesOfAPackageArePreferred() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Spots.momd")
    var document = ModelDocument(CompositeModel.make())
    document.name = "Spots"
    try ModelWriter.write([document], to: url)
    let file = url.appendingPathComponent("VersionInfo.plist")
    let info = try PropertyListSerialization.propertyList(from: try Data(contentsOf: file), format: nil)
    var entries = try #require(info as? [String: Any])
    let given = Data(repeating: 7, count: 32)
    entries["NSManagedObjectModel_VersionHashes"] = ["Spots": ["Spot": given]]
    try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0).write(to: file)
    let model = try NSManagedObjectModel(validating: url)
    #expect(model.entityVersionHashesByName == ["Spot": given])
    #expect((model.copy() as? NSManagedObjectModel)?.entityVersionHashesByName == ["Spot": given])
    let store = try TestStore(.sqlite, model: model)
    #expect(
      store.coordinator.persistentStores[0].metadata[NSStoreModelVersionHashesKey] as? [String: Data] == ["Spot": given]
    )
    let changed = try NSManagedObjectModel(validating: url)
    changed.entities[0].properties += [CompositeModel.attribute("more", .stringAttributeType)]
    #expect(changed.entityVersionHashesByName != ["Spot": given])
  }

  @Test(arguments: [NSAttributeType.undefinedAttributeType, .objectIDAttributeType, .binaryDataAttributeType])
  func elementsOfUnsupportedTypesAreRefused(_ type: NSAttributeType) throws {
    let element = CompositeModel.attribute("bad", type)
    element.allowsExternalBinaryDataStorage = true
    let model = CompositeModel.make { $0.elements += [element] }
    #expect { _ = try TestStore(.sqlite, model: model) } throws: { "\($0)".contains("bad") }
  }
}
