import Foundation

@testable import CoreDataEngine

/// A copy of a store that Core Data made, and its model.
struct AppleStore {
  let folder: TemporaryFolder
  let original: URL
  let url: URL
  let model: NSManagedObjectModel
  /// Whether the model came from the store itself.
  let isSelfContained: Bool
  /// Whether the model fits the tables, but is not known to be the very version.
  var ignoresVersion = false

  /// nil when neither the store nor the fixtures have a model for it.
  init?(_ name: String) throws {
    folder = try TemporaryFolder()
    original = FixtureStores.root.appendingPathComponent("stores").appendingPathComponent(name)
    url = try FixtureStores.copy(name, to: folder)
    for part in ["", "-wal"] where FileManager.default.fileExists(atPath: url.path + part) {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path + part)
    }
    if let cached = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url) {
      model = cached
      isSelfContained = true
    } else {
      isSelfContained = false
      if let source = try FixtureStores.model(of: try SQLiteStore.metadata(at: url)) {
        model = source.model
      } else if let fitting = AppleStore.fittingModel(name) {
        model = fitting
        ignoresVersion = true
      } else {
        return nil
      }
    }
  }

  /// Models of stores that hold none, and whose exact version is not among the fixtures.
  private static func fittingModel(_ name: String) -> NSManagedObjectModel? {
    if name.hasSuffix("Recipes.sqlite") { return recipes() }
    guard name.hasSuffix("SurfJournalModel.sqlite") else { return nil }
    let entry = NSEntityDescription()
    entry.name = "JournalEntry"
    entry.properties =
      [
        CasesModel.attribute("date", .dateAttributeType), CasesModel.attribute("rating", .integer16AttributeType),
      ] + ["height", "location", "period", "wind"].map { CasesModel.attribute($0, .stringAttributeType) }
    let model = NSManagedObjectModel()
    model.entities = [entry]
    return model
  }

  private static func recipes() -> NSManagedObjectModel {
    let names = ["Image", "Ingredient", "Recipe", "RecipeType"]
    let entities = names.map { name -> NSEntityDescription in
      let entity = NSEntityDescription()
      entity.name = name
      return entity
    }
    let (image, ingredient, recipe, type) = (entities[0], entities[1], entities[2], entities[3])
    image.properties = [CasesModel.attribute("image", .transformableAttributeType)]
    ingredient.properties = [
      CasesModel.attribute("displayOrder", .integer16AttributeType), CasesModel.attribute("name", .stringAttributeType),
      CasesModel.attribute("amount", .stringAttributeType),
    ]
    recipe.properties =
      ["prepTime", "name", "instructions", "overview"].map { CasesModel.attribute($0, .stringAttributeType) } + [
        CasesModel.attribute("thumbnailImage", .transformableAttributeType)
      ]
    type.properties = [CasesModel.attribute("name", .stringAttributeType)]
    connect(image, "recipe", 1, recipe, "image", 1)
    connect(ingredient, "recipe", 1, recipe, "ingredients", 0)
    connect(recipe, "type", 1, type, "recipes", 0)
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  private static func connect(
    _ a: NSEntityDescription, _ name: String, _ max: Int, _ b: NSEntityDescription, _ back: String, _ backMax: Int
  ) {
    let (there, here) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.name, there.destinationEntity, there.maxCount, there.inverseRelationship) = (name, b, max, here)
    (here.name, here.destinationEntity, here.maxCount, here.inverseRelationship) = (back, a, backMax, there)
    (there.isOptional, here.isOptional) = (true, true)
    a.properties += [there]
    b.properties += [here]
  }

  func open(readOnly: Bool) throws -> (coordinator: NSPersistentStoreCoordinator, context: NSManagedObjectContext) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let options: [AnyHashable: Any] = [
      NSReadOnlyPersistentStoreOption: NSNumber(value: readOnly),
      NSIgnorePersistentStoreVersioningOption: NSNumber(value: ignoresVersion),
    ]
    _ = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, context)
  }

  func close(_ coordinator: NSPersistentStoreCoordinator) throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// The bytes of the store and of its log.
  static func contents(_ url: URL) -> [Data] {
    ["", "-wal"].map { FileManager.default.contents(atPath: url.path + $0) ?? Data() }
  }
}
