import CoreDataEngine
import Testing

/// The reference files are compiled into this module; here they are used.
@Suite struct GeneratedCodeTests {
  /// The work of each test with a context of its own, on the model that the reference files are generated from.
  private func withContext(storeAt store: URL? = nil, _ body: (NSManagedObjectContext) throws -> Void) throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Models/Reference.xcdatamodeld")
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: try NSManagedObjectModel(validating: url))
    try coordinator.addPersistentStore(
      ofType: store == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil, at: store)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try body(context) }
  }

  /// The model names no module, and the program's main module is that of the test runner.
  @Test func classesOfOtherEntitiesAreFoundInTheModuleOfOneInUse() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("Store.sqlite")
    try withContext(storeAt: store) { context in
      let author = Author(context: context)
      author.addToWorks(Novel(context: context))
      author.addToDrafts(Draft(context: context))
      try context.save()
    }
    try withContext(storeAt: store) { context in
      let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
      #expect(author.works?.anyObject() is Novel && author.drafts?.firstObject is Draft)
      #expect(try context.fetch(NSFetchRequest<Work>(entityName: "Work")).first?.author === author)
    }
  }

  @Test func everyKindOfValueIsReadBack() throws {
    try withContext { context in
      let new = ValueHolder(context: context)
      #expect(new.middleScalar == 7 && new.text == "none" && new.big == nil && new.bigScalar == 0)
      new.bigScalar = .max
      new.big = 5
      new.smallScalar = -3
      new.small = 3
      new.doubleScalar = 0.5
      new.floatScalar = 0.25
      new.float = 1.5
      new.flagScalar = true
      new.flag = false
      new.dateScalar = 60
      new.date = Date(timeIntervalSinceReferenceDate: 1)
      new.decimal = NSDecimalNumber(string: "1.25")
      new.text = nil
      new.data = Data([1, 2])
      new.file = Data(count: 10)
      let uuid = UUID()
      new.uuid = uuid
      new.link = URL(string: "https://example.org/a")
      new.passing = NSString("p")
      new.list = ["a", "b"]
      new.anything = NSDictionary(dictionary: ["k": 1])
      new.text = "t"
      try context.save()
      context.refreshAllObjects()
      let request: NSFetchRequest<ValueHolder> = ValueHolder.fetchRequest()
      let read = try #require(try context.fetch(request).first)
      #expect(read.bigScalar == .max && read.big == 5 && read.smallScalar == -3 && read.small == 3)
      #expect(read.doubleScalar == 0.5 && read.double == nil && read.floatScalar == 0.25 && read.float == 1.5)
      #expect(read.flagScalar && read.flag == false && read.dateScalar == 60)
      #expect(read.date == Date(timeIntervalSinceReferenceDate: 1) && read.decimal == NSDecimalNumber(string: "1.25"))
      #expect(read.data == Data([1, 2]) && read.file == Data(count: 10) && read.uuid == uuid)
      #expect(read.list == ["a", "b"] && read.anything == NSDictionary(dictionary: ["k": 1]) && read.passing == nil)
      #expect(read.link?.absoluteString == "https://example.org/a" && read.text == "t")
    }
  }

  @Test func accessorsOfSetsKeepTheInverse() throws {
    try withContext { context in
      let author = Author(context: context)
      author.name = "A"
      let novels = (0..<3).map { _ in Novel(context: context) }
      author.addToWorks(novels[0])
      author.addToWorks(NSSet(array: [novels[1], novels[2]]))
      #expect(author.works == NSSet(array: novels) && novels.allSatisfy { $0.author === author })
      author.removeFromWorks(novels[0])
      author.removeFromWorks(NSSet(array: [novels[1]]))
      #expect(author.works as? Set<Novel> == [novels[2]] && novels[0].author == nil)
      novels[2].author = nil
      #expect(author.works?.count == 0)
      author.works = NSSet(array: novels)
      #expect(novels[0].author === author)
    }
  }

  @Test func accessorsOfOrderedSetsKeepTheOrder() throws {
    try withContext { context in
      let author = Author(context: context)
      let drafts = (0..<6).map { index in
        let draft = Draft(context: context)
        draft.default = "\(index)"
        return draft
      }
      func order() -> [String] { author.drafts?.compactMap { ($0 as? Draft)?.default } ?? [] }
      author.addToDrafts(NSOrderedSet(array: [drafts[0], drafts[1]]))
      author.insertIntoDrafts(drafts[2], at: 0)
      author.addToDrafts(drafts[3])
      #expect(order() == ["2", "0", "1", "3"])
      author.insertIntoDrafts([drafts[4], drafts[5]], at: NSIndexSet(indexSet: [1, 3]))
      #expect(order() == ["2", "4", "0", "5", "1", "3"])
      author.removeFromDrafts(at: 0)
      author.removeFromDrafts(at: NSIndexSet(indexSet: [0, 3]))
      #expect(order() == ["0", "5", "3"])
      author.replaceDrafts(at: 1, with: drafts[1])
      author.replaceDrafts(at: NSIndexSet(indexSet: [0]), with: [drafts[3]])
      #expect(order() == ["3", "1"])
      #expect(drafts[5].author == nil && drafts[1].author === author)
      author.removeFromDrafts(NSOrderedSet(array: [drafts[3]]))
      author.removeFromDrafts(drafts[1])
      #expect(order() == [] && drafts[0].heading == "0")
    }
  }

  @Test func identityFetchedPropertiesAndKeywordsAsNames() throws {
    try withContext { context in
      let author = Author(context: context)
      author.name = "A"
      author.id = UUID()
      let other = Author(context: context)
      other.name = "A"
      try context.save()
      func identity<T: Identifiable>(_ value: T) -> T.ID { value.id }
      #expect(identity(author) == author.id)
      #expect(identity(Note(context: context)) is ObjectIdentifier)
      #expect(Set(author.namesakes) == [author, other])
      let draft = Draft(context: context)
      draft.repeat = true
      #expect(draft.value(forKey: "repeat") as? Bool == true)
    }
  }

  @Test func managedDeclarationsWorkByTheSuppliedAccessors() throws {
    try withContext { context in
      let shelf = Shelf(context: context)
      #expect(shelf.label == "" && shelf.drafts == [])
      shelf.label = "top"
      shelf.label += "!"
      let draft = Draft(context: context)
      shelf.drafts = [draft]
      #expect(shelf.label == "top!" && draft.in == NSSet(array: [shelf]))
      shelf.drafts.remove(draft)
      #expect(shelf.drafts.isEmpty && draft.in?.count == 0)
      shelf.addToDrafts(draft)
      #expect(shelf.drafts == [draft])
      shelf.removeFromDrafts(NSSet(array: [draft]))
      #expect(shelf.drafts == [])
    }
  }
}
