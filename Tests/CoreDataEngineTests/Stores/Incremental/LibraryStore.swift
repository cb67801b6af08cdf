import CoreDataEngine
import CoreDataSQLite
import Foundation

/// A store over a database of another program: two plain tables with text keys, asked for as objects are needed.
final class LibraryStore: NSIncrementalStore, @unchecked Sendable {
  // @unchecked Sendable: the connection is used under `lock`, and so is the log.
  static let storeType = "LibraryStore"

  private let lock = NSLock()
  private var connection: Connection?
  private var log: [String] = []

  override var type: String { LibraryStore.storeType }

  var calls: [String] { lock.withLock { log } }
  func clearCalls() { lock.withLock { log = [] } }
  private func note(_ call: String) { lock.withLock { log.append(call) } }

  override func loadMetadata() throws {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    let connection = try Connection(.file(url.path))
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS info (uuid TEXT);
      CREATE TABLE IF NOT EXISTS authors (code TEXT PRIMARY KEY, name TEXT NOT NULL, revision INTEGER NOT NULL);
      CREATE TABLE IF NOT EXISTS books (isbn TEXT PRIMARY KEY, title TEXT, pages INTEGER, author TEXT, revision INTEGER NOT NULL)
      """)
    let statement = try connection.prepare("SELECT uuid FROM info")
    let uuid: String
    if try statement.step() {
      uuid = statement.string(0) ?? ""
    } else {
      uuid = LibraryStore.identifierForNewStore(at: url) as? String ?? ""
      try connection.execute("INSERT INTO info VALUES ('\(uuid)')")
    }
    self.connection = connection
    metadata = [NSStoreUUIDKey: uuid, NSStoreTypeKey: type]
  }

  private func read(_ sql: String, _ values: [Any] = []) throws -> [[String: Any]] {
    try lock.withLock {
      guard let connection else { throw CocoaError(.fileNoSuchFile) }
      let statement = try connection.prepare(sql)
      for (index, value) in values.enumerated() {
        switch value {
        case let text as String: statement.bind(text, at: Int32(index + 1))
        case let number as NSNumber: statement.bind(number.intValue, at: Int32(index + 1))
        default: statement.bindNull(at: Int32(index + 1))
        }
      }
      var rows: [[String: Any]] = []
      while try statement.step() {
        var row: [String: Any] = [:]
        for column in 0..<statement.columnCount where !statement.isNull(column) {
          row[statement.columnName(column)] =
            statement.columnType(column) == .integer
            ? NSNumber(value: statement.integer(column)) : statement.string(column) ?? ""
        }
        rows.append(row)
      }
      return rows
    }
  }

  // MARK: Requests

  override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
    switch request {
    case let fetch as NSFetchRequest<any NSFetchRequestResult>: return try fetch_(fetch, context)
    case let save as NSSaveChangesRequest:
      try self.save(save)
      return [Any]()
    default: throw CocoaError(.featureUnsupported)
    }
  }

  private func fetch_(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext?) throws
    -> Any
  {
    guard let context, let entity = request.entity else { throw CocoaError(.featureUnsupported) }
    note("fetch \(entity.name ?? "") \(request.predicate.map { "\($0)" } ?? "-")")
    let table = entity.name == "Author" ? "authors" : "books"
    let key = entity.name == "Author" ? "code" : "isbn"
    var rows = try read("SELECT * FROM \(table) ORDER BY \(key)")
    if let predicate = request.predicate {
      rows = rows.filter { row in
        predicate.evaluate(with: context.object(with: newObjectID(for: entity, referenceObject: row[key] ?? "")))
      }
    }
    switch request.resultType {
    case .countResultType: return [NSNumber(value: rows.count)]
    case .dictionaryResultType:
      let names = (request.propertiesToFetch ?? []).compactMap { $0 as? String }
      return rows.map { row in
        Dictionary(uniqueKeysWithValues: names.compactMap { name in row[name].map { (name, $0) } })
      }
    default:
      var objects = rows.map { context.object(with: newObjectID(for: entity, referenceObject: $0[key] ?? "")) }
      if let sort = request.sortDescriptors {
        objects = (objects as NSArray).sortedArray(using: sort).compactMap { $0 as? NSManagedObject }
      }
      let window = objects.dropFirst(request.fetchOffset)
      return Array(request.fetchLimit > 0 ? window.prefix(request.fetchLimit) : window)
    }
  }

  private func reference(_ object: NSManagedObject) -> String { referenceObject(for: object.objectID) as? String ?? "" }

  private func save(_ request: NSSaveChangesRequest) throws {
    let (new, changed) = (request.insertedObjects ?? [], request.updatedObjects ?? [])
    let gone = request.deletedObjects ?? []
    note("save \(new.count) \(changed.count) \(gone.count)")
    guard !new.isEmpty || !changed.isEmpty || !gone.isEmpty else { return }
    _ = try read("BEGIN")
    do {
      for object in new.union(changed) {
        guard object.value(forKey: object.entity.name == "Author" ? "name" : "title") as? String != "forbidden" else {
          throw CocoaError(.fileWriteNoPermission)
        }
        if object.entity.name == "Author" {
          _ = try read(
            "INSERT INTO authors VALUES (?1, ?2, 1) ON CONFLICT (code) DO UPDATE SET name = ?2, revision = revision + 1",
            [reference(object), object.value(forKey: "name") ?? NSNull()])
        } else {
          let author = object.value(forKey: "author") as? NSManagedObject
          _ = try read(
            """
            INSERT INTO books VALUES (?1, ?2, ?3, ?4, 1)
            ON CONFLICT (isbn) DO UPDATE SET title = ?2, pages = ?3, author = ?4, revision = revision + 1
            """,
            [
              reference(object), object.value(forKey: "title") ?? NSNull(), object.value(forKey: "pages") ?? NSNull(),
              author.map(reference) ?? NSNull(),
            ])
        }
      }
      for object in gone {
        let (table, key) = object.entity.name == "Author" ? ("authors", "code") : ("books", "isbn")
        _ = try read("DELETE FROM \(table) WHERE \(key) = ?1", [reference(object)])
      }
      _ = try read("COMMIT")
    } catch {
      _ = try read("ROLLBACK")
      throw error
    }
  }

  // MARK: Faults

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let reference = referenceObject(for: objectID) as? String ?? ""
    note("values \(reference)")
    let isAuthor = objectID.entity.name == "Author"
    let rows = try read("SELECT * FROM \(isAuthor ? "authors WHERE code" : "books WHERE isbn") = ?1", [reference])
    guard var row = rows.first else {
      throw CocoaError(CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError))
    }
    let version = (row["revision"] as? NSNumber)?.uint64Value ?? 0
    if !isAuthor, let entity = objectID.entity.relationshipsByName["author"]?.destinationEntity {
      row["author"] = (row["author"] as? String).map { newObjectID(for: entity, referenceObject: $0) } ?? NSNull()
    }
    return NSIncrementalStoreNode(objectID: objectID, withValues: row, version: version)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    let reference = referenceObject(for: objectID) as? String ?? ""
    note("\(relationship.name) of \(reference)")
    guard relationship.isToMany, let entity = relationship.destinationEntity else { return NSNull() }
    return try read("SELECT isbn FROM books WHERE author = ?1 ORDER BY isbn", [reference]).map {
      newObjectID(for: entity, referenceObject: $0["isbn"] ?? "")
    }
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    note("IDs for \(array.count)")
    return array.map { newObjectID(for: $0.entity, referenceObject: "new/\(UUID().uuidString)") }
  }

  override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
    note("registered \(objectIDs.count)\(objectIDs.allSatisfy { !$0.isTemporaryID } ? "" : " temporary")")
  }

  override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
    note("unregistered \(objectIDs.count)")
  }
}
