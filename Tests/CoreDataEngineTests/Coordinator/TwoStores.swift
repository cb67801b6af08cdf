import CoreDataEngine
import CoreDataSQLite
import Foundation
import Testing

/// A coordinator with two stores, each of an entity of its own: `Left` and `Right`, with a unique label and a text.
final class TwoStores {
  static let entities = ["Left", "Right"]

  let folder: TemporaryFolder
  let kinds: [StoreKind]
  let coordinator: NSPersistentStoreCoordinator

  init(_ kinds: [StoreKind], in folder: TemporaryFolder? = nil) throws {
    self.kinds = kinds
    self.folder = try folder ?? TemporaryFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: TwoStores.model())
    for place in 0..<2 {
      let isFile = StoreKind.lasting.contains(kinds[place])
      _ = try coordinator.addPersistentStore(
        ofType: kinds[place].type, configurationName: TwoStores.entities[place],
        at: isFile ? file(place) : kinds[place] == .memory ? nil : URL(fileURLWithPath: "/dev/null/\(UUID())"),
        options: kinds[place] == .sqlite ? [NSSQLitePragmasOption: ["foreign_keys": 1]] : nil)
    }
  }

  func file(_ place: Int) -> URL { folder.url.appendingPathComponent("store\(place)") }

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// What the stores hold, by another context: labels and texts.
  func contents() throws -> [[String]] {
    let context = context()
    return try context.performAndWait {
      try TwoStores.entities.map { entity in
        try context.all(entity, sortedBy: "label").map { "\($0.text("label") ?? "") \($0.text("text") ?? "")" }
      }
    }
  }

  /// The same stores opened anew; those in memory stay as they are.
  func reopened() throws -> TwoStores {
    guard kinds.allSatisfy(StoreKind.lasting.contains) else { return self }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    return try TwoStores(kinds, in: folder)
  }

  /// Lets a store refuse everything that is written until the result is called.
  func refuseWriting(_ place: Int) throws -> () throws -> Void {
    guard kinds[place] == .sqlite else {
      let (file, aside) = (file(place), folder.url.appendingPathComponent("aside"))
      try FileManager.default.moveItem(at: file, to: aside)
      return { try FileManager.default.moveItem(at: aside, to: file) }
    }
    let sql = "BEFORE INSERT ON Z\(TwoStores.entities[place].uppercased()) BEGIN SELECT RAISE(ABORT, 'no'); END"
    try Connection(.file(file(place).path)).execute("CREATE TRIGGER refuse \(sql)")
    return { try Connection(.file(self.file(place).path)).execute("DROP TRIGGER refuse") }
  }

  /// Lets an SQLite store write everything and fail to commit it until the result is called.
  func refuseCommitting(_ place: Int) throws -> () throws -> Void {
    let table = "Z\(TwoStores.entities[place].uppercased())"
    try Connection(.file(file(place).path)).execute(
      """
      CREATE TABLE lost (key INTEGER REFERENCES \(table)(Z_PK) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER refuse AFTER INSERT ON \(table) BEGIN INSERT INTO lost VALUES (-1); END
      """)
    return { try Connection(.file(self.file(place).path)).execute("DROP TRIGGER refuse; DROP TABLE lost") }
  }

  private static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities.map { name in
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = ["label", "text"].map { name in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = .stringAttributeType
        return attribute
      }
      entity.uniquenessConstraints = [["label"]]
      return entity
    }
    for entity in model.entities { model.setEntities([entity], forConfigurationName: entity.name ?? "") }
    return model
  }
}
