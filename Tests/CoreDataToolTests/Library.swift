import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Foundation

@testable import CoreDataTool

/// A model and a store with every kind of relationship, inheritance and external data.
enum Library {
  static func attribute(_ name: String, _ type: AttributeType, isOptional: Bool = true) -> AttributeRecord {
    var record = AttributeRecord(name: name, type: type)
    record.isOptional = isOptional
    return record
  }

  static func relationship(
    _ name: String, to destination: String, inverse: String?, isToMany: Bool = false, isOrdered: Bool = false
  ) -> RelationshipRecord {
    var record = RelationshipRecord(name: name, destinationEntityName: destination)
    record.isOptional = true
    record.maxCount = isToMany ? 0 : 1
    record.isOrdered = isOrdered
    record.inverseName = inverse
    record.inverseEntityName = inverse == nil ? nil : destination
    return record
  }

  static func document() -> ModelDocument {
    var author = EntityRecord(name: "Author")
    var photo = attribute("photo", .binary)
    photo.allowsExternalBinaryDataStorage = true
    author.attributes = [attribute("name", .string, isOptional: false), photo]
    author.relationships = [
      relationship("books", to: "Book", inverse: "authors", isToMany: true),
      relationship("passport", to: "Passport", inverse: "owner"),
    ]
    var novelist = EntityRecord(name: "Novelist")
    novelist.parentName = "Author"
    novelist.attributes = [attribute("genre", .string)]
    var book = EntityRecord(name: "Book")
    book.attributes = [attribute("title", .string), attribute("year", .integer16)]
    book.relationships = [
      relationship("authors", to: "Author", inverse: "books", isToMany: true, isOrdered: true),
      relationship("shelf", to: "Shelf", inverse: "books"),
    ]
    var shelf = EntityRecord(name: "Shelf")
    shelf.attributes = [attribute("label", .string)]
    shelf.relationships = [relationship("books", to: "Book", inverse: "shelf", isToMany: true, isOrdered: true)]
    var passport = EntityRecord(name: "Passport")
    passport.attributes = [attribute("number", .string)]
    passport.relationships = [relationship("owner", to: "Author", inverse: "passport")]
    var document = ModelDocument(name: "Library")
    document.entities = [author, novelist, book, shelf, passport]
    return document
  }

  /// Three authors, one of them a novelist, with a large photo; four books on two shelves.
  @discardableResult
  static func makeStore(at url: URL) throws -> URL {
    let model = try NSManagedObjectModel(document: document())
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      func make(_ entity: String, _ values: [String: Any]) throws -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        try context.save()
        return object
      }
      let shelves = try ["A", "B"].map { try make("Shelf", ["label": $0]) }
      let authors = [
        try make("Author", ["name": "Ada", "photo": Data(repeating: 1, count: 150_000)]),
        try make("Author", ["name": "Grace"]), try make("Novelist", ["name": "Mary", "genre": "gothic"]),
      ]
      for (number, author) in authors.enumerated() {
        author.setValue(try make("Passport", ["number": "P\(number)"]), forKey: "passport")
      }
      for number in 0..<4 {
        let book = try make("Book", ["title": "Book \(number)", "year": 1900 + number])
        book.setValue(shelves[number % 2], forKey: "shelf")
        book.setValue(NSOrderedSet(array: [authors[number % 3], authors[(number + 1) % 3]]), forKey: "authors")
      }
      try context.save()
    }
    try coordinator.remove(store)
    return url
  }

  static func externalFolder(of store: URL) -> URL {
    let name = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA"
    return store.deletingLastPathComponent().appendingPathComponent(name)
  }
}

/// The files in a folder and what they hold.
struct FolderPicture: Equatable {
  let files: [String: Data]

  init(_ folder: URL) throws {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      let url = folder.appendingPathComponent(path)
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      files[path] = try Data(contentsOf: url)
    }
    self.files = files
  }
}
