import CoreDataEngine
import CoreDataSQLite
import Foundation
import Testing

/// A coordinator with a store of the package, which has notes with a unique label, and one with code of a program's own,
/// which has authors.
final class OwnCodeStores {
  enum Own: String, CaseIterable { case atomic, incremental }

  struct Combination: CustomTestStringConvertible {
    let kind: StoreKind
    let own: Own
    /// Whether the program's own store was added first.
    let isFirst: Bool

    var testDescription: String { "\(kind), \(own)\(isFirst ? " first" : "")" }

    static let all = StoreKind.allCases.flatMap { kind in
      Own.allCases.flatMap { own in [false, true].map { Combination(kind: kind, own: own, isFirst: $0) } }
    }
  }

  private let folder: TemporaryFolder
  let coordinator: NSPersistentStoreCoordinator
  let plain: NSPersistentStore
  let own: NSPersistentStore
  /// Held, since objects do not keep their context.
  private var contexts: [NSManagedObjectContext] = []

  init(_ combination: Combination) throws {
    let (folder, kind) = (try TemporaryFolder(), combination.kind)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: OwnCodeStores.model())
    let isAtomic = combination.own == .atomic
    let type = isAtomic ? JSONStore.storeType : LibraryStore.storeType
    NSPersistentStoreCoordinator.registerStoreClass(isAtomic ? JSONStore.self : LibraryStore.self, forStoreType: type)
    func addOwn() throws -> NSPersistentStore {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: "Author", at: folder.url.appendingPathComponent("own"))
    }
    func addPlain() throws -> NSPersistentStore {
      let file = folder.url.appendingPathComponent(OwnCodeStores.fileName)
      let url = kind == .memory ? nil : kind == .sqliteInMemory ? URL(fileURLWithPath: "/dev/null") : file
      return try coordinator.addPersistentStore(
        ofType: kind.type, configurationName: "Note", at: url,
        options: kind == .sqlite ? [NSSQLitePragmasOption: ["foreign_keys": 1]] : nil)
    }
    if combination.isFirst {
      own = try addOwn()
      plain = try addPlain()
    } else {
      plain = try addPlain()
      own = try addOwn()
    }
    (self.folder, self.coordinator) = (folder, coordinator)
  }

  private static let fileName = "plain"

  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  /// The labels and the names that are in the stores.
  func contents() throws -> [[String]] {
    let context = context()
    return [
      try context.all("Note").compactMap { $0.text("label") }.sorted(),
      try context.all("Author").compactMap { $0.text("name") }.sorted(),
    ]
  }

  /// How often the program's own code was asked to save something.
  var savesOfOwn: Int {
    let calls = (own as? JSONStore)?.calls ?? (own as? LibraryStore)?.calls ?? []
    return calls.count { $0.hasPrefix("save") && $0 != "save 0 0 0" }
  }

  /// Lets an SQLite store write everything and fail to commit it until the result is called.
  func refuseCommitting() throws -> () throws -> Void {
    let file = folder.url.appendingPathComponent(OwnCodeStores.fileName).path
    try Connection(.file(file)).execute(
      """
      CREATE TABLE lost (key INTEGER REFERENCES ZNOTE(Z_PK) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER refuse AFTER INSERT ON ZNOTE BEGIN INSERT INTO lost VALUES (-1); END
      """)
    return { try Connection(.file(file)).execute("DROP TRIGGER refuse; DROP TABLE lost") }
  }

  private static func model() -> NSManagedObjectModel {
    let (note, author) = (NSEntityDescription(), NSEntityDescription())
    (note.name, author.name) = ("Note", "Author")
    note.properties = [CasesModel.attribute("label", .stringAttributeType)]
    note.uniquenessConstraints = [["label"]]
    author.properties = [CasesModel.attribute("name", .stringAttributeType)]
    let model = NSManagedObjectModel()
    model.entities = [note, author]
    for entity in model.entities { model.setEntities([entity], forConfigurationName: entity.name ?? "") }
    return model
  }
}
