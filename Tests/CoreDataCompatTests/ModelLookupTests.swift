import CoreDataCompatTestSupport
import Testing

@Suite struct ModelLookupTests {
  /// A folder that is a bundle, with models in it.
  private final class Resources {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Models-\(UUID().uuidString).bundle")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    func bundle() throws -> Bundle { try #require(Bundle(path: folder.path)) }

    /// Writes a model, as one file or as a folder of versions of which the second counts.
    func add(_ name: String, entity: String, attribute: String = "name", versioned: Bool = false) throws {
      let old = versioned ? folder.appendingPathComponent("\(name).xcdatamodeld") : nil
      if let old {
        try write("Old", entity: entity, attribute: "old", in: old)
        try write("New", entity: entity, attribute: attribute, in: old)
        let list = """
          <?xml version="1.0" encoding="UTF-8"?>
          <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>New.xcdatamodel</string></dict></plist>
          """
        try Data(list.utf8).write(to: old.appendingPathComponent(".xccurrentversion"))
      } else {
        try write(name, entity: entity, attribute: attribute, in: folder)
      }
    }

    private func write(_ name: String, entity: String, attribute: String, in parent: URL) throws {
      let model = parent.appendingPathComponent("\(name).xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="\(entity)"><attribute name="\(attribute)" optional="YES" attributeType="String"/></entity>
        </model>
        """
      try Data(text.utf8).write(to: model.appendingPathComponent("contents"))
    }
  }

  private func model(_ source: ModelSource) throws -> NSManagedObjectModel {
    var configuration = StackConfiguration.inMemory(model: source)
    configuration.log = nil
    let manager = Manager(configuration: configuration)
    try manager.load()
    return try #require(manager.managedObjectModel)
  }

  private func attributes(_ model: NSManagedObjectModel, _ entity: String) -> [String] {
    model.entitiesByName[entity]?.attributesByName.keys.sorted() ?? []
  }

  @Test func byName() throws {
    let resources = try Resources()
    try resources.add("Shop", entity: "Order")
    try resources.add("Other", entity: "Other")
    #expect(attributes(try model(.named("Shop", in: try resources.bundle())), "Order") == ["name"])
  }

  @Test func byURL() throws {
    let resources = try Resources()
    try resources.add("Shop", entity: "Order")
    let url = resources.folder.appendingPathComponent("Shop.xcdatamodel")
    #expect(attributes(try model(.url(url)), "Order") == ["name"])
  }

  @Test func mergedFromBundles() throws {
    let (one, two) = (try Resources(), try Resources())
    try one.add("Shop", entity: "Order")
    try two.add("People", entity: "Customer")
    let merged = try model(.merged([try one.bundle(), try two.bundle()]))
    #expect(merged.entities.compactMap(\.name).sorted() == ["Customer", "Order"])
  }

  /// C27.
  @Test func missingModelNamesThePlacesAndWhatIsThere() throws {
    let resources = try Resources()
    try resources.add("Shop", entity: "Order")
    try resources.add("People", entity: "Customer", versioned: true)
    let bundle = try resources.bundle()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("no-store-\(UUID().uuidString)")
    var configuration = StackConfiguration(model: .named("Shpo", in: bundle), place: .directory(folder))
    configuration.log = nil
    let manager = Manager(configuration: configuration)
    let error = try #require(throws: StackError.self) { try manager.load() }
    guard case .modelNotFound(let name, let searched, let found) = error else { throw error }
    #expect(name == "Shpo")
    #expect(searched.map { URL(fileURLWithPath: $0).lastPathComponent } == [resources.folder.lastPathComponent])
    #expect(found == ["People.xcdatamodeld", "Shop.xcdatamodel"])
    #expect("\(error)".contains("Models found there: People.xcdatamodeld, Shop.xcdatamodel"))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(manager.currentPersistentContainer == nil)
    #expect(!manager.managedObjectContext.hasChanges)
    #expect(throws: StackError.self) { try manager.save() }
  }

  @Test func noModelAtAll() throws {
    let resources = try Resources()
    let error = try #require(throws: StackError.self) { try model(.merged([try resources.bundle()])) }
    guard case .modelNotFound(nil, _, []) = error else { throw error }
  }

  @Test func contradictingModels() throws {
    let resources = try Resources()
    try resources.add("One", entity: "Order", attribute: "name")
    try resources.add("Two", entity: "Order", attribute: "number")
    let error = try #require(throws: StackError.self) { try model(.merged([try resources.bundle()])) }
    guard case .modelsContradict(let paths) = error else { throw error }
    #expect(paths.map { URL(fileURLWithPath: $0).lastPathComponent } == ["One.xcdatamodel", "Two.xcdatamodel"])
  }

  @Test func malformedModelNamesTheFile() throws {
    let resources = try Resources()
    try resources.add("Shop", entity: "Order")
    let contents = resources.folder.appendingPathComponent("Shop.xcdatamodel/contents")
    try Data("<model><entity".utf8).write(to: contents)
    let error = try #require(throws: StackError.self) { try model(.named("Shop", in: try resources.bundle())) }
    guard case .modelUnreadable(let path, _) = error else { throw error }
    #expect(path.hasSuffix("Shop.xcdatamodel"))
  }

  /// C28: with both a folder of versions and a single file of one name, the folder counts, every time.
  @Test func versionedModelIsPreferred() throws {
    let resources = try Resources()
    try resources.add("Shop", entity: "Order", attribute: "single")
    #expect(attributes(try model(.named("Shop", in: try resources.bundle())), "Order") == ["single"])
    try resources.add("Shop", entity: "Order", attribute: "current", versioned: true)
    for _ in 0..<3 {
      #expect(attributes(try model(.named("Shop", in: try resources.bundle())), "Order") == ["current"])
      #expect(attributes(try model(.merged([try resources.bundle()])), "Order") == ["current"])
    }
  }

  /// C26: each stack knows its own copy.
  @Test @MainActor func sameModelLoadedTwice() throws {
    let resources = try Resources()
    try resources.add("Shop", entity: "Order")
    let managers = try (0..<2).map { _ in
      var configuration = StackConfiguration.inMemory(model: .named("Shop", in: try resources.bundle()))
      configuration.log = nil
      return Manager(configuration: configuration)
    }
    for (number, manager) in managers.enumerated() {
      for _ in 0...number { Population.make("Order", ["name": "x"], manager.managedObjectContext) }
      try manager.save()
    }
    for (number, manager) in managers.enumerated() {
      #expect(try Population.count("Order", manager.managedObjectContext) == number + 1)
    }
  }
}
