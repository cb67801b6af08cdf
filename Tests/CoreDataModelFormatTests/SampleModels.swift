import CoreDataModelFormat
import Foundation

/// Small models of the tests' own.
enum SampleModels {
  /// Uses every kind of property and value that both forms can hold.
  static var library: ModelDocument {
    var model = ModelDocument(name: "Library")
    model.versionIdentifiers = ["1.0"]
    model.entities = [author, item, book]
    model.configurations = ["Cloud": ["Author", "Book"], "Empty": []]
    var request = FetchRequestRecord(name: "byTitle", entityName: "Book")
    request.predicate = .format("title BEGINSWITH[cd] $TITLE AND (pages > 10 OR author.name == \"A & B\")")
    request.fetchLimit = 5
    request.fetchBatchSize = 2
    request.includesSubentities = false
    request.returnsDistinctResults = true
    model.fetchRequests = [request]
    return model
  }

  static func attribute(
    _ name: String, _ type: AttributeType, _ defaultValue: ModelValue? = nil,
    _ change: (inout AttributeRecord) -> Void = { _ in }
  ) -> AttributeRecord {
    var attribute = AttributeRecord(name: name, type: type)
    attribute.defaultValue = defaultValue
    change(&attribute)
    return attribute
  }

  private static var author: EntityRecord {
    var entity = EntityRecord(name: "Author")
    entity.className = ".Author"
    entity.attributes = [
      attribute("name", .string, "Anon\n\"<&>\"") {
        $0.minimumLength = 1
        $0.maximumLength = 40
        $0.regularExpression = "\\A[^@]+\\z"
      }
    ]
    var books = RelationshipRecord(name: "books", destinationEntityName: "Book")
    books.maxCount = 0
    books.isOptional = true
    books.isOrdered = true
    books.deleteRule = .cascade
    books.inverseName = "author"
    books.inverseEntityName = "Book"
    entity.relationships = [books]
    entity.userInfo = ["key": "value"]
    return entity
  }

  private static var item: EntityRecord {
    var entity = EntityRecord(name: "Item")
    entity.isAbstract = true
    entity.versionHashModifier = "v2"
    entity.attributes = [
      attribute("blob", .binary) { $0.allowsExternalBinaryDataStorage = true },
      attribute("created", .date, .date(388_411_200)) {
        $0.minimum = .date(0)
        $0.maximum = .date(1e9 + 0.5)
      },
      attribute("flag", .boolean, .boolean(true)),
      attribute("identifier", .uuid, UUID(uuidString: "9F8B1C4E-0A4D-4E5B-8B6C-2B8B0B5B5B5B").map(ModelValue.uuid)) {
        $0.preservesValueInHistoryOnDeletion = true
      },
      attribute("link", .uri, .url("https://example.org/a?b=c&d")),
      attribute("price", .decimal, .decimal("-12345678901234567890.0123456789")) {
        $0.minimum = .decimal("-99999999999999999999")
      },
      attribute("ratio", .double, .double(0.1)),
      attribute("scratch", .undefined) { $0.isTransient = true },
      attribute("shape", .transformable) {
        $0.isOptional = true
        $0.customClassName = "[Int64]"
        $0.valueTransformerName = "NSSecureUnarchiveFromData"
      },
      attribute("small", .integer16, .integer(-1)) { $0.maximum = .integer(100) },
      attribute("tag", .string, "") { $0.isIndexed = true },
      attribute("weight", .float, .double(2.5)),
    ]
    return entity
  }

  private static var book: EntityRecord {
    var entity = EntityRecord(name: "Book")
    entity.parentName = "Item"
    entity.renamingIdentifier = "Volume"
    entity.attributes = [
      attribute("pages", .integer32, .integer(0)) { $0.renamingIdentifier = "pageCount" },
      attribute("plainTitle", .string) {
        $0.isDerived = true
        $0.isOptional = true
        $0.derivationExpression = "canonical:(title)"
      },
      attribute("title", .string) { $0.versionHashModifier = "x" },
    ]
    var author = RelationshipRecord(name: "author", destinationEntityName: "Author")
    author.minCount = 1
    author.deleteRule = .deny
    author.inverseName = "books"
    author.inverseEntityName = "Author"
    entity.relationships = [author]
    var request = FetchRequestRecord(name: FetchedPropertyRecord.requestName, entityName: "Book")
    request.predicate = .format("author == $FETCH_SOURCE.author")
    entity.fetchedProperties = [FetchedPropertyRecord(name: "siblings", fetchRequest: request)]
    var index = FetchIndexRecord(name: "byTitle")
    index.elements = [.init(.property("title")), .init(.property("pages"))]
    index.elements[1].isAscending = false
    entity.fetchIndexes = [index]
    entity.uniquenessConstraints = [["title", "author"], ["pages"]]
    return entity
  }
}

/// A folder that is gone when the closure returns.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("format-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The error that reading fails with; nil if it does not.
func failure(_ body: () throws -> Void) -> ModelFormatError? {
  do {
    try body()
    return nil
  } catch {
    return error as? ModelFormatError
  }
}
