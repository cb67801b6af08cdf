import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// What saves leave in the file.
@Suite struct StoreSavingTests {
  /// One row of one statement on the file, as text with NULL for none.
  private func row(_ store: TestStore, _ sql: String) throws -> [String] {
    let connection = try Connection(.file(try #require(store.url).path))
    let statement = try connection.prepare(sql)
    guard try statement.step() else { return [] }
    return (0..<statement.columnCount).map { statement.string($0) ?? "NULL" }
  }

  private func backend(_ store: TestStore) throws -> SQLiteStore {
    try #require(store.coordinator.persistentStores.first?.objectStore as? SQLiteStore)
  }

  @Test func valuesHaveCoreDatasForm() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let person = context.make(
      "Employee",
      [
        "name": "Zoë", "age": 41, "score": 1.5, "born": Date(timeIntervalSinceReferenceDate: 1_000.25),
        "photo": Data([0, 1, 255]), "badge": Int64.max,
      ])
    let team = context.make("Team", ["name": "t"])
    person.setValue(team, forKey: "team")
    try context.save()
    let number = try row(store, "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Employee'")
    #expect(number[1] == "0")
    #expect(try row(store, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Person'") == ["1"])
    #expect(
      try row(
        store, "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE, ZSCORE, ZBORN, hex(ZPHOTO), ZBADGE, ZTEAM, ZNICK FROM ZPERSON")
        == ["1", number[0], "1", "Zoë", "41", "1.5", "1000.25", "0001FF", String(Int64.max), "1", "NULL"])
  }

  @Test func updateNamesChangedColumnsOnly() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let person = context.make("Person", ["name": "a", "age": 1])
    try context.save()
    let other = try Connection(.file(try #require(store.url).path))
    try other.execute("UPDATE ZPERSON SET ZNICK = 'written by another'")
    person.setValue(2, forKey: "age")
    try context.save()
    #expect(try row(store, "SELECT ZAGE, ZNICK, Z_OPT FROM ZPERSON") == ["2", "written by another", "2"])
    person.setValue(2, forKey: "age")
    try context.save()
    #expect(try row(store, "SELECT Z_OPT FROM ZPERSON") == ["2"])
  }

  @Test func keysAreNeverHandedOutTwice() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let person = context.make("Person", ["name": "a"])
    try context.save()
    context.delete(person)
    try context.save()
    _ = context.make("Employee", ["name": "b"])
    try context.save()
    #expect(try row(store, "SELECT Z_PK FROM ZPERSON") == ["2"])
    let again = try store.reopened()
    let range = try backend(again).allocateKeys(10, in: try #require(again.model.entitiesByName["Contractor"]?.layout))
    #expect(range == 3...12)
    #expect(try row(again, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Person'") == ["12"])
  }

  @Test func failedSaveLeavesTheFileAlone() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    _ = context.make("Tag", ["label": "red"])
    try context.save()
    let before = try row(store, "SELECT count(*), max(Z_PK), (SELECT group_concat(Z_MAX) FROM Z_PRIMARYKEY) FROM ZTAG")
    let second = context.make("Tag", ["label": "red"])
    _ = context.make("Person", ["name": "p"])
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(
      try row(store, "SELECT count(*), max(Z_PK), (SELECT group_concat(Z_MAX) FROM Z_PRIMARYKEY) FROM ZTAG") == before)
    #expect(second.objectID.isTemporaryID)
    second.setValue("blue", forKey: "label")
    try context.save()
    #expect(try row(store, "SELECT count(*) FROM ZTAG") == ["2"])
  }

  @Test func uniqueValuesMayChangeHands() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let (a, b) = (context.make("Tag", ["label": "a"]), context.make("Tag", ["label": "b"]))
    let gone = context.make("Tag", ["label": "c"])
    try context.save()
    a.setValue("b", forKey: "label")
    b.setValue("a", forKey: "label")
    context.delete(gone)
    _ = context.make("Tag", ["label": "c"])
    try context.save()
    #expect(try row(store, "SELECT group_concat(ZLABEL) FROM (SELECT ZLABEL FROM ZTAG ORDER BY Z_PK)") == ["b,a,c"])
  }

  @Test func constraintConflictNamesTheOther() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let saved = context.make("Tag", ["label": "red"])
    try context.save()
    let new = context.make("Tag", ["label": "red"])
    _ = new.touch()
    let outcome = try backend(store).save(ChangeSet(inserted: [new]))
    guard case .constraintConflicts(let violations) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(violations.count == 1)
    #expect(violations[0].object === new)
    #expect(violations[0].constraint == ["label"])
    #expect(violations[0].existing?.row.key == saved.key)
    #expect(new.touched?.permanentKey == 0)
    context.delete(new)
    let (one, two) = (context.make("Tag", ["label": "x"]), context.make("Tag", ["label": "x"]))
    guard case .constraintConflicts(let pair) = try backend(store).save(ChangeSet(inserted: [one, two])) else {
      Issue.record("not refused")
      return
    }
    #expect(pair.count == 1 && pair[0].object === two && pair[0].other === one && pair[0].existing == nil)
  }

  @Test func staleRowsAreConflicts() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let (kept, changed, gone) = (
      context.make("Person", ["name": "kept"]), context.make("Person", ["name": "changed"]),
      context.make("Person", ["name": "gone"])
    )
    try context.save()
    let other = try Connection(.file(try #require(store.url).path))
    try other.execute(
      "UPDATE ZPERSON SET ZAGE = 7, Z_OPT = 2 WHERE ZNAME = 'changed'; DELETE FROM ZPERSON WHERE ZNAME = 'gone'")
    for object in [kept, changed, gone] { object.setValue("n", forKey: "nick") }
    let outcome = try backend(store).save(ChangeSet(updated: [kept, changed, gone]))
    guard case .conflicts(let conflicts) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(conflicts.map(\.object) == [changed, gone])
    #expect(conflicts[0].current?.row.version == 2)
    #expect(conflicts[1].current == nil)
    #expect(try row(store, "SELECT count(*) FROM ZPERSON WHERE ZNICK IS NOT NULL") == ["0"])
  }

  @Test func largeValuesLieBesideTheStore() throws {
    let attachment = CasesModel.attribute("attachment", .binaryDataAttributeType)
    attachment.allowsExternalBinaryDataStorage = true
    let model = CasesModel.make { $0.extraPersonProperties = [attachment] }
    let store = try TestStore(.sqlite, model: model)
    let files = StoreFiles(try #require(store.url))
    func names() -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: files.externalDataFolder.path)) ?? []
    }
    let context = store.context()
    let large = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let person = context.make("Person", ["name": "p", "attachment": large])
    _ = context.make("Person", ["name": "small", "attachment": Data([1, 2, 3])])
    _ = context.make("Person", ["name": "empty", "attachment": Data()])
    try context.save()
    #expect(names().count == 1)
    #expect(
      try row(store, "SELECT length(ZATTACHMENT), hex(substr(ZATTACHMENT, 1, 1)) FROM ZPERSON WHERE ZNAME = 'p'") == [
        "38", "02",
      ])
    #expect(try row(store, "SELECT hex(ZATTACHMENT) FROM ZPERSON WHERE ZNAME = 'small'") == ["01010203"])
    for change in 0..<3 {
      person.setValue(change, forKey: "age")
      try context.save()
      #expect(names().count == 1)
    }
    let again = try store.reopened()
    let read = again.context()
    let people = try read.all("Person", sortedBy: "name")
    #expect(people.map { $0.value(forKey: "attachment") as? Data } == [Data(), large, Data([1, 2, 3])])
    people[1].setValue(Data(large.reversed()), forKey: "attachment")
    try read.save()
    #expect(names().count == 1)
    people[1].setValue(Data([9]), forKey: "attachment")
    try read.save()
    #expect(names().isEmpty)
    people[1].setValue(large, forKey: "attachment")
    people[1].setValue(nil, forKey: "name")
    #expect(throws: NSError.self) { try read.save() }
    #expect(names().isEmpty)
    people[1].setValue("p", forKey: "name")
    try read.save()
    #expect(names().count == 1)
    read.delete(people[1])
    try read.save()
    #expect(names().isEmpty)
  }

  @Test func fullDiskFailsTheSaveAndLosesNothing() throws {
    let store = try TestStore(.sqlite, options: [NSSQLitePragmasOption: ["max_page_count": "40"]])
    let context = store.context()
    let person = context.make("Person", ["name": "p", "photo": Data(count: 1_000_000)])
    _ = context.make("Person", ["name": "q"])
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSFileWriteOutOfSpaceError)
    #expect((error?.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 13)
    #expect(error?.userInfo[NSFilePathErrorKey] as? String == store.url?.path)
    #expect(try row(store, "SELECT count(*) FROM ZPERSON") == ["0"])
    #expect(context.insertedObjects.count == 2)
    person.setValue(Data(count: 10), forKey: "photo")
    try context.save()
    #expect(try row(store, "SELECT count(*), max(Z_PK) FROM ZPERSON") == ["2", "2"])
  }

  @Test func failedSaveKeepsNoFile() throws {
    let attachment = CasesModel.attribute("attachment", .binaryDataAttributeType)
    attachment.allowsExternalBinaryDataStorage = true
    let store = try TestStore(.sqlite, model: CasesModel.make { $0.extraTagProperties = [attachment] })
    let context = store.context()
    _ = context.make("Tag", ["label": "red"])
    try context.save()
    _ = context.make("Tag", ["label": "red", "attachment": Data(count: 200_000)])
    #expect(throws: NSError.self) { try context.save() }
    let folder = StoreFiles(try #require(store.url)).externalDataFolder
    #expect(((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).isEmpty)
  }

  @Test func manyToManyRowsAreWrittenOnceAndGoWithTheirEnds() throws {
    let store = try TestStore(.sqlite)
    let context = store.context()
    let tags = ["a", "b", "c"].map { context.make("Tag", ["label": $0]) }
    let people = ["x", "y"].map { context.make("Person", ["name": $0]) }
    people[0].setValue(Set(tags), forKey: "tags")
    tags[0].setValue(Set(people), forKey: "people")
    try context.save()
    let backend = try backend(store)
    guard
      case .manyToMany(let join) = backend.schema.placement(
        of: try #require(people[0].layout.property(named: "tags")))
    else {
      Issue.record("no join table")
      return
    }
    let count = "SELECT count(*) FROM \(join.table)"
    #expect(try row(store, count) == ["4"])
    people[0].setValue(Set([tags[1]]), forKey: "tags")
    try context.save()
    #expect(try row(store, count) == ["2"])
    let again = try store.reopened().context()
    let x = try #require(try again.all("Person", "name == 'x'").first)
    #expect(x.objects("tags").map { $0.text("label") } == ["b"])
    again.delete(x)
    try again.save()
    #expect(try row(store, count) == ["1"])
  }
}
