import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Foundation

@testable import CoreDataTool

/// A folder of a test's own, and the tool run in this process.
struct ToolPlace {
  struct Result: Equatable {
    var status: ExitStatus
    var output: String
    var error: String
  }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func run(_ words: String...) -> Result { run(words) }

  func run(_ words: [String]) -> Result {
    var output = ""
    var error = ""
    let console = Console(
      output: { output += $0 }, errorOutput: { error += $0 }, usesColour: false, showsProgress: false)
    let status = Tool(console: console).run(words)
    return Result(status: status, output: output, error: error)
  }

  /// Runs SQL on a database, and folds its log in.
  func execute(_ sql: String, _ url: URL) throws {
    let connection = try Connection(.file(url.path))
    defer { connection.close() }
    try connection.execute(sql)
  }

  func count(_ table: String, _ url: URL) throws -> Int {
    let connection = try Connection(.file(url.path), options: Connection.OpenOptions(readOnly: true))
    defer { connection.close() }
    return Int(try connection.scalar("SELECT count(*) FROM \(table)") ?? 0)
  }

  private func document(_ name: String, hasEmail: Bool) -> ModelDocument {
    var person = EntityRecord(name: "Person")
    person.codeGeneration = .class
    person.className = "Person"
    var first = AttributeRecord(name: "name", type: .string)
    first.defaultValue = .string("")
    var age = AttributeRecord(name: "age", type: .integer32)
    age.isOptional = true
    person.attributes = [first, age]
    if hasEmail {
      var email = AttributeRecord(name: "email", type: .string)
      email.isOptional = true
      person.attributes.append(email)
    }
    var boss = RelationshipRecord(name: "boss", destinationEntityName: "Person")
    boss.isOptional = true
    boss.inverseName = "staff"
    boss.inverseEntityName = "Person"
    var staff = RelationshipRecord(name: "staff", destinationEntityName: "Person")
    staff.isOptional = true
    staff.maxCount = 0
    staff.inverseName = "boss"
    staff.inverseEntityName = "Person"
    person.relationships = [boss, staff]
    var document = ModelDocument(name: name)
    document.entities = [person]
    return document
  }

  /// Two versions; the second adds an attribute.
  func makeModel() throws -> URL {
    let url = folder.appendingPathComponent("People.xcdatamodeld")
    try ModelWriter.write([document("People", hasEmail: false), document("People 2", hasEmail: true)], to: url)
    return url
  }

  /// Ada, whose boss is Grace.
  func makeStore() throws -> URL {
    let url = folder.appendingPathComponent("People.sqlite")
    var document = document("People", hasEmail: false)
    document.entities[0].className = nil
    let model = try NSManagedObjectModel(document: document)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      for (name, age) in [("Ada", 36), ("Grace", 61)] {
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue(name, forKey: "name")
        person.setValue(Int32(age), forKey: "age")
        // One save each, so that the keys are in this order.
        try context.save()
      }
      let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
      let ada = people.first { $0.value(forKey: "name") as? String == "Ada" }
      ada?.setValue(people.first { $0.value(forKey: "name") as? String == "Grace" }, forKey: "boss")
      try context.save()
    }
    try coordinator.remove(store)
    return url
  }
}
