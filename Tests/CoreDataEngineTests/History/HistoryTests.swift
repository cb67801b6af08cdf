import CoreDataEngine
import CoreDataSQLite
import Testing

@Suite struct HistoryTests {
  static var options: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: NSNumber(value: true)] }
  /// The stores that can carry a history.
  static let kinds: [StoreKind] = [.sqlite, .sqliteInMemory]

  static func model() -> NSManagedObjectModel {
    CasesModel.make { parts in
      parts.name.preservesValueInHistoryOnDeletion = true
      parts.badge.preservesValueInHistoryOnDeletion = true
      parts.born.preservesValueInHistoryOnDeletion = true
      let uuid = CasesModel.attribute("code", .UUIDAttributeType)
      uuid.preservesValueInHistoryOnDeletion = true
      parts.extraTagProperties = [uuid]
    }
  }

  private func store(_ kind: StoreKind) throws -> TestStore {
    try TestStore(kind, model: HistoryTests.model(), options: HistoryTests.options)
  }

  private func history(
    _ context: NSManagedObjectContext,
    _ request: NSPersistentHistoryChangeRequest = .fetchHistory(after: Date.distantPast)
  ) throws -> [NSPersistentHistoryTransaction] {
    let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
    return try #require(result.result as? [NSPersistentHistoryTransaction])
  }

  @Test(arguments: HistoryTests.kinds) func savesAreTransactions(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    let start = try #require(store.coordinator.currentPersistentHistoryToken(fromStores: nil))
    #expect(try history(context, .fetchHistory(after: start)).isEmpty)
    let before = Date()
    context.name = "importer"
    context.transactionAuthor = "Ada"
    let tag = context.make("Tag", ["label": "t", "code": UUID()])
    let person = context.make("Person", ["name": "p", "tags": NSSet(array: [tag])])
    try context.save()
    context.transactionAuthor = nil
    person.setValue(5, forKey: "age")
    person.setValue("nick", forKey: "nick")
    try context.save()
    let id = person.objectID
    context.delete(person)
    try context.save()

    let found = try history(context, .fetchHistory(after: start))
    #expect(found.map(\.transactionNumber) == [1, 2, 3])
    #expect(found.map(\.author) == ["Ada", nil, nil])
    #expect(found.allSatisfy { $0.contextName == "importer" && $0.timestamp >= before && $0.timestamp <= Date() })
    #expect(found.allSatisfy { $0.storeID == store.coordinator.persistentStores[0].identifier })
    #expect(found.allSatisfy { $0.processID == ProcessInfo.processInfo.processName && !$0.bundleID.isEmpty })
    #expect(Set(found[0].changes?.map(\.changedObjectID) ?? []) == [id, tag.objectID])
    #expect(found[0].changes?.allSatisfy { $0.changeType == .insert && $0.tombstone == nil } == true)
    let update = try #require(found[1].changes?.first)
    #expect(update.changeType == .update)
    #expect(Set(update.updatedProperties?.map(\.name) ?? []) == ["age", "nick"])
    #expect(update.transaction == found[1])
    let deletion = try #require(found[2].changes?.first { $0.changedObjectID == id })
    #expect(deletion.changeType == .delete)
    #expect(deletion.updatedProperties == nil)
    #expect(deletion.tombstone?["name"] as? String == "p")
    #expect(deletion.tombstone?.count == 1)
    #expect(deletion.changeID > update.changeID)
  }

  @Test(arguments: HistoryTests.kinds) func tombstonesKeepValuesOfEveryType(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    let code = UUID()
    let born = Date(timeIntervalSinceReferenceDate: 12.5)
    _ = context.make("Tag", ["code": code])
    _ = context.make("Employee", ["name": "e", "born": born, "badge": 42])
    try context.save()
    for entity in ["Tag", "Person"] {
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: entity)))
    }
    let changes = try history(context).dropFirst().flatMap { $0.changes ?? [] }
    #expect(changes.count == 2)
    #expect(changes[0].tombstone?["code"] as? UUID == code)
    #expect(changes[1].tombstone?["name"] as? String == "e")
    #expect(changes[1].tombstone?["born"] as? Date == born)
    #expect((changes[1].tombstone?["badge"] as? NSNumber)?.intValue == 42)
    #expect(changes[1].changedObjectID.entity.name == "Employee")
  }

  @Test(arguments: HistoryTests.kinds) func batchRequestsAreRecorded(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    context.transactionAuthor = "batch"
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let insert = NSBatchInsertRequest(entityName: "Tag", objects: [["label": "a"], ["label": "b"], ["label": "a"]])
    _ = try context.execute(insert)
    let update = NSBatchUpdateRequest(entityName: "Tag")
    update.propertiesToUpdate = ["code": UUID()]
    update.predicate = NSPredicate(format: "label == 'b'")
    _ = try context.execute(update)
    let person = context.make("Person", ["name": "p", "leads": context.make("Team", ["name": "t"])])
    try context.save()
    let team = try #require(person.object("leads"))
    _ = try context.execute(NSBatchDeleteRequest(objectIDs: [team.objectID]))
    let found = try history(context)
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0.author == "batch" })
    #expect(found[0].changes?.map(\.changeType) == [.insert, .insert, .update])
    #expect(found[1].changes?.map(\.changeType) == [.update])
    #expect(found[1].changes?.first?.updatedProperties?.map(\.name) == ["code"])
    #expect(found[3].changes?.map(\.changeType) == [.delete, .update])
    #expect(found[3].changes?.first?.changedObjectID == team.objectID)
    #expect(found[3].changes?.last?.changedObjectID == person.objectID)
    // A request that fails, or changes nothing, leaves no transaction.
    #expect(throws: CocoaError.self) {
      try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: [["label": "z"], ["lable": "a"]]))
    }
    update.predicate = NSPredicate(value: false)
    _ = try context.execute(update)
    #expect(try history(context).count == 4)
  }

  /// The number of a noted change may be the key that the next row would have.
  @Test(arguments: HistoryTests.kinds) func aRowWrittenOverIsNoInsertion(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    _ = try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: [["label": "z"]]))
    let update = NSBatchUpdateRequest(entityName: "Tag")
    update.propertiesToUpdate = ["code": UUID()]
    _ = try context.execute(update)
    _ = try context.execute(
      NSBatchInsertRequest(entityName: "Tag", objects: [["label": "a"], ["label": "b"], ["label": "a"]]))
    let changes = try #require(try history(context).last?.changes)
    #expect(changes.map(\.changeType) == [.insert, .insert, .update])
    #expect(changes.first?.changedObjectID == changes.last?.changedObjectID)
  }

  @Test(arguments: HistoryTests.kinds) func fetchesByTokenDateAuthorAndPredicate(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    for author in ["a", "b", "a"] {
      context.transactionAuthor = author
      _ = context.make("Tag", ["label": "\(UUID())"])
      _ = context.make("Person", ["name": author])
      try context.save()
    }
    let all = try history(context)
    #expect(try history(context, .fetchHistory(after: all[0])) == Array(all.dropFirst()))
    #expect(try history(context, .fetchHistory(after: all[1].token)) == [all[2]])
    #expect(try history(context, .fetchHistory(after: all[1].timestamp)) == [all[2]])
    #expect(try history(context, .fetchHistory(after: nil as NSPersistentHistoryToken?)) == all)
    #expect(store.coordinator.currentPersistentHistoryToken(fromStores: nil) == all[2].token)

    let byAuthor = try #require(NSPersistentHistoryTransaction.fetchRequest)
    byAuthor.predicate = NSPredicate(format: "author == %@", "a")
    #expect(try history(context, .fetchHistory(withFetch: byAuthor)) == [all[0], all[2]])
    byAuthor.predicate = NSPredicate(
      format: "author != 'a' OR transactionNumber == 3 AND timestamp > %@", argumentArray: [all[0].timestamp])
    byAuthor.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    #expect(try history(context, .fetchHistory(withFetch: byAuthor)) == [all[2], all[1]])
    byAuthor.predicate = NSPredicate(format: "token == %@", argumentArray: [all[1].token])
    byAuthor.fetchLimit = 1
    #expect(try history(context, .fetchHistory(withFetch: byAuthor)) == [all[1]])

    let byChange = try #require(NSPersistentHistoryChange.fetchRequest)
    let object = try #require(all[1].changes?.first?.changedObjectID)
    byChange.predicate = NSPredicate(format: "changedObjectID == %@", argumentArray: [object])
    let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: byChange)
    #expect(try history(context, request).map { $0.changes?.count } == [1])
    byChange.predicate = NSPredicate(format: "author == 'a'")
    #expect(throws: CocoaError.self) { try context.execute(request) }

    for (type, count) in [(NSPersistentHistoryResultType.count, 6), (.objectIDs, 6), (.changesOnly, 6)] {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
      request.resultType = type
      let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
      #expect(result.result as? Int ?? (result.result as? [Any])?.count == count)
      #expect(result.resultType == type)
    }
    let plain = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
    plain.resultType = .transactionsOnly
    #expect(try history(context, plain).map(\.changes) == [nil, nil, nil])
  }

  @Test(arguments: HistoryTests.kinds) func deletingHistoryMakesOldTokensExpire(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    for index in 0..<5 {
      _ = context.make("Person", ["name": "\(index)"])
      try context.save()
    }
    let all = try history(context)
    let deletion = NSPersistentHistoryChangeRequest.deleteHistory(before: all[2].token)
    deletion.resultType = .count
    #expect((try context.execute(deletion) as? NSPersistentHistoryResult)?.result as? Int == 2)
    #expect(try history(context) == Array(all.dropFirst(2)))
    #expect(try history(context, .fetchHistory(after: all[1])) == Array(all.dropFirst(2)))
    let error = #expect(throws: CocoaError.self) {
      try context.execute(
        NSPersistentHistoryChangeRequest.fetchHistory(after: all[0].token))
    }
    #expect(error?.errorCode == NSPersistentHistoryTokenExpiredError)
    _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[3].timestamp))
    #expect(try history(context) == Array(all.dropFirst(3)))
    _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: nil as NSPersistentHistoryToken?))
    #expect(try history(context).isEmpty)
    #expect(store.coordinator.currentPersistentHistoryToken(fromStores: nil) == all[4].token)
    _ = context.make("Person", ["name": "next"])
    try context.save()
    #expect(try history(context, .fetchHistory(after: all[4])).map(\.transactionNumber) == [6])
  }

  @Test(arguments: HistoryTests.kinds) func tokensAreArchivedAndHandedOutWithSaves(kind: StoreKind) throws {
    let store = try store(kind)
    let context = store.context()
    nonisolated(unsafe) var tokens: [NSPersistentHistoryToken?] = []
    let observers = [Notification.Name.NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs].map {
      NotificationCenter.default.addObserver(forName: $0, object: context, queue: nil) {
        tokens.append($0.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
      }
    }
    defer { observers.forEach(NotificationCenter.default.removeObserver) }
    _ = context.make("Person", ["name": "p"])
    try context.save()
    let current = try #require(store.coordinator.currentPersistentHistoryToken(fromStores: nil))
    #expect(tokens == [current, current])
    let data = try NSKeyedArchiver.archivedData(withRootObject: current, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
    #expect(back == current)
  }

  @Test(arguments: StoreKind.allCases) func storesWithoutHistorySayThatTheyHaveNone(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    #expect(store.coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    let error = #expect(throws: CocoaError.self) {
      try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
    }
    #expect(error?.errorCode == NSPersistentStoreUnsupportedRequestTypeError)
  }

  @Test func theTablesAreApples() throws {
    let store = try store(.sqlite)
    let url = try #require(store.url)
    let context = store.context()
    context.transactionAuthor = "Ada"
    _ = context.make("Person", ["name": "p"])
    try context.save()
    let connection = try Connection(.file(url.path))
    let change = try connection.text("SELECT sql FROM sqlite_master WHERE name = 'ACHANGE'")
    #expect(
      change
        == "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB, ZTOMBSTONE1 BLOB, ZTOMBSTONE2 BLOB )"
    )
    let transaction = try connection.text("SELECT sql FROM sqlite_master WHERE name = 'ATRANSACTION'")
    #expect(
      transaction
        == "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )"
    )
    #expect(
      try connection.text(
        "SELECT group_concat(Z_ENT || Z_NAME || Z_SUPER || '/' || Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
        == "16001CHANGE0/1,16002TRANSACTION0/1,16003TRANSACTIONSTRING0/2")
    #expect(
      try connection.scalar(
        "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')"
      ) == 8)
    #expect(try connection.scalar("SELECT count(*) FROM ACHANGE WHERE Z_OPT IS NULL AND ZCOLUMNS IS NULL") == 1)
    #expect(
      try connection.text(
        "SELECT s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS WHERE t.ZAUTHOR IS NULL")
        == "Ada")
  }

  @Test func historyGoesOnWithoutTheOption() throws {
    let first = try store(.sqlite)
    let token = try #require(first.coordinator.currentPersistentHistoryToken(fromStores: nil))
    let second = try first.reopened()
    let context = second.context()
    _ = context.make("Person", ["name": "p"])
    try context.save()
    #expect(try history(context, .fetchHistory(after: token)).count == 1)
  }

  @Test func anEntityMayHaveTheNameOfAHistoryTable() throws {
    let model = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "TRANSACTION"
    entity.properties = [CasesModel.attribute("name", .stringAttributeType)]
    model.entities = [entity]
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let store = try TestStore(.sqlite, model: model, folder: folder, options: HistoryTests.options)
      let context = store.context()
      _ = context.make("TRANSACTION", ["name": "x"])
      try context.save()
    }
    let store = try TestStore(.sqlite, model: model, folder: folder, options: HistoryTests.options)
    #expect(try store.context().all("TRANSACTION").count == 2)
    #expect(try history(store.context()).count == 2)
  }

}
