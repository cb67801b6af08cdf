import CoreDataSQLite
import Foundation

@testable import CoreDataEngine

/// A small library, and the file that Core Data would make of it, written out by hand after the description of the format: no
/// name, number or value of it comes from the engine.
enum HandWrittenStore {
  static func model() -> NSManagedObjectModel {
    let names = ["Item", "Book", "Film", "Shelf", "Tag"]
    let entities = Dictionary(
      uniqueKeysWithValues: names.map { name -> (String, NSEntityDescription) in
        let entity = NSEntityDescription()
        entity.name = name
        return (name, entity)
      })
    guard let item = entities["Item"], let book = entities["Book"], let film = entities["Film"],
      let shelf = entities["Shelf"], let tag = entities["Tag"]
    else { fatalError("the entities have just been made") }
    let cover = CasesModel.attribute("cover", .binaryDataAttributeType)
    cover.allowsExternalBinaryDataStorage = true
    item.properties = [
      CasesModel.attribute("title", .stringAttributeType), CasesModel.attribute("added", .dateAttributeType),
      CasesModel.attribute("rating", .integer16AttributeType), CasesModel.attribute("price", .decimalAttributeType),
      CasesModel.attribute("weight", .doubleAttributeType), CasesModel.attribute("flag", .booleanAttributeType),
      CasesModel.attribute("id", .UUIDAttributeType), CasesModel.attribute("link", .URIAttributeType), cover,
    ]
    book.properties = [CasesModel.attribute("pages", .integer32AttributeType)]
    film.properties = [CasesModel.attribute("pages", .integer64AttributeType)]
    shelf.properties = [CasesModel.attribute("name", .stringAttributeType)]
    tag.properties = [CasesModel.attribute("name", .stringAttributeType)]
    tag.uniquenessConstraints = [["name"]]
    pair(item, "shelf", 1, shelf, "items", 0, ordersBack: true)
    pair(tag, "items", 0, item, "tags", 0, ordersBack: true)
    pair(shelf, "favourite", 1, item, "favouredBy", 1)
    pair(film, "prequel", 1, film, "sequel", 1)
    item.subentities = [book, film]
    let model = NSManagedObjectModel()
    model.entities = [item, shelf, tag]
    return model
  }

  private static func pair(
    _ a: NSEntityDescription, _ name: String, _ max: Int, _ b: NSEntityDescription, _ back: String, _ backMax: Int,
    ordersBack: Bool = false
  ) {
    let (there, here) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.name, there.destinationEntity, there.maxCount, there.inverseRelationship) = (name, b, max, here)
    (here.name, here.destinationEntity, here.maxCount, here.inverseRelationship) = (back, a, backMax, there)
    (there.isOptional, here.isOptional, here.isOrdered) = (true, true, ordersBack)
    a.properties += [there]
    b.properties += [here]
  }

  /// The graph, through the engine. Keys are given in the order of the list.
  static func fill(_ context: NSManagedObjectContext) throws {
    let shelves = [context.make("Shelf", ["name": "upper"]), context.make("Shelf", ["name": "lower"])]
    let tags = ["old", "new", "Ünïcode 🙂"].map { context.make("Tag", ["name": $0]) }
    let book = context.make(
      "Book",
      [
        "title": "O'Reilly", "added": Date(timeIntervalSinceReferenceDate: 700_000_000.5), "rating": -3,
        "price": NSDecimalNumber(string: "10.11"), "weight": 0.25, "flag": true,
        "id": UUID(uuidString: "6B29FC40-CA47-1067-B31D-00DD010662DA"),
        "link": URL(string: "https://example.org/a?b=c"),
        "cover": Data([1, 2, 3]), "pages": 2_147_483_647, "shelf": shelves[0],
      ])
    let film = context.make(
      "Film", ["title": "", "added": Date(timeIntervalSinceReferenceDate: 12), "flag": false, "pages": Int64.max])
    let sequel = context.make("Film", ["title": "II", "price": NSDecimalNumber(string: "7"), "prequel": film])
    let plain = context.make("Item", ["title": "plain"])
    // In another order than that of the keys.
    shelves[0].setValue(NSOrderedSet(array: [plain, book, film]), forKey: "items")
    shelves[1].setValue(NSOrderedSet(array: [sequel]), forKey: "items")
    book.setValue(NSOrderedSet(array: [tags[2], tags[0]]), forKey: "tags")
    plain.setValue(NSOrderedSet(array: [tags[0]]), forKey: "tags")
    shelves[0].setValue(film, forKey: "favourite")
    shelves[1].setValue(book, forKey: "favourite")
    for object in shelves + tags + [book, film, sequel, plain] { try context.obtainPermanentIDs(for: [object]) }
    try context.save()
  }

  static let statements = [
    "CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFLAG INTEGER, ZRATING INTEGER, ZFAVOUREDBY INTEGER, ZSHELF INTEGER, ZPAGES INTEGER, ZPAGES1 INTEGER, ZPREQUEL INTEGER, ZSEQUEL INTEGER, Z_FOK_SHELF INTEGER, ZADDED TIMESTAMP, ZWEIGHT FLOAT, ZPRICE DECIMAL, ZTITLE VARCHAR, ZLINK VARCHAR, ZID BLOB, ZCOVER BLOB )",
    "CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_5TAGS INTEGER, Z_FOK_5TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_5TAGS) )",
    "CREATE TABLE ZSHELF ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVOURITE INTEGER, Z1_FAVOURITE INTEGER, ZNAME VARCHAR )",
    "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
    "CREATE INDEX ZITEM_ZFAVOUREDBY_INDEX ON ZITEM (ZFAVOUREDBY)",
    "CREATE INDEX ZITEM_ZSHELF_INDEX ON ZITEM (ZSHELF)",
    "CREATE INDEX ZITEM_ZPREQUEL_INDEX ON ZITEM (ZPREQUEL)",
    "CREATE INDEX ZITEM_ZSEQUEL_INDEX ON ZITEM (ZSEQUEL)",
    "CREATE INDEX ZITEM_Z_ENT_INDEX ON ZITEM (Z_ENT)",
    "CREATE INDEX Z_1TAGS_Z_5TAGS_INDEX ON Z_1TAGS (Z_5TAGS, Z_1ITEMS)",
    "CREATE INDEX ZSHELF_ZFAVOURITE_INDEX ON ZSHELF (ZFAVOURITE)",
    "CREATE UNIQUE INDEX Z_Tag_UNIQUE_name ON ZTAG (ZNAME COLLATE BINARY ASC)",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 4), (2, 'Book', 1, 0), (3, 'Film', 1, 0), (4, 'Shelf', 0, 2), (5, 'Tag', 0, 3)",
    "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZFAVOURITE, Z1_FAVOURITE, ZNAME) VALUES (1, 4, 1, 2, 3, 'upper'), (2, 4, 1, 1, 2, 'lower')",
    "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 5, 1, 'old'), (2, 5, 1, 'new'), (3, 5, 1, 'Ünïcode 🙂')",
    """
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZFLAG, ZRATING, ZFAVOUREDBY, ZSHELF, ZPAGES, Z_FOK_SHELF, ZADDED, ZWEIGHT, ZPRICE,
      ZTITLE, ZLINK, ZID, ZCOVER) VALUES (1, 2, 1, 1, -3, 2, 1, 2147483647, 3072, 700000000.5, 0.25, 10.11, 'O''Reilly',
      'https://example.org/a?b=c', x'6B29FC40CA471067B31D00DD010662DA', x'01010203')
    """,
    """
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZFLAG, ZFAVOUREDBY, ZSHELF, ZPAGES1, ZSEQUEL, Z_FOK_SHELF, ZADDED, ZTITLE)
      VALUES (2, 3, 1, 0, 1, 1, 9223372036854775807, 3, 4096, 12.0, '')
    """,
    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZSHELF, ZPREQUEL, Z_FOK_SHELF, ZPRICE, ZTITLE) VALUES (3, 3, 1, 2, 2, 2048, 7, 'II')",
    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZSHELF, Z_FOK_SHELF, ZTITLE) VALUES (4, 1, 1, 1, 2048, 'plain')",
    "INSERT INTO Z_1TAGS (Z_1ITEMS, Z_5TAGS, Z_FOK_5TAGS) VALUES (1, 3, 2048), (1, 1, 3072), (4, 1, 2048)",
  ]

  /// Makes the file.
  static func write(to url: URL, hashes: [String: Data]) throws {
    let connection = try Connection(.file(url.path), options: Connection.OpenOptions(createIfNeeded: true))
    defer { connection.close() }
    try connection.execute("PRAGMA page_size = 4096")
    try connection.execute("PRAGMA auto_vacuum = 2")
    _ = try connection.setJournalMode(.wal)
    for statement in statements { try connection.execute(statement) }
    let metadata: [String: Any] = [
      "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionIdentifiers": [""], "NSPersistenceFrameworkVersion": 1_344, "NSStoreType": "SQLite",
      "_NSAutoVacuumLevel": "2",
    ]
    let plist = try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
    let insert = try connection.prepare("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
    insert.bind("9F2D3E5C-7B4A-4E2B-8C3D-1A2B3C4D5E6F", at: 1)
    plist.withUnsafeBytes { insert.bind(blob: $0, at: 2) }
    try insert.run()
  }
}
