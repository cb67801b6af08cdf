import CoreDataModelFormat
import Foundation
import Testing

@Suite struct ManagedScanTests {
  private func generate(_ source: String) throws -> String {
    var generator = ManagedAccessorGenerator(moduleName: "App", importedModule: "CoreData")
    try generator.add(source, file: "Sources/Person.swift")
    return try generator.file().text
  }

  @Test func declarationsThatOnlyAppleHasAreLeftOut() throws {
    let text = try generate(
      """
      #if canImport(ObjectiveC)
      @objc(Person)
      #endif
      public class Person: NSManagedObject {
        @NSManaged public var name: String?
        // @NSManaged public var comment: String?
        let text = "@NSManaged public var literal: String?"
        #if os(iOS)
        @NSManaged public var image: UIImage?
        #endif
      }
      """)
    #expect(text.contains("$s3App6PersonC4nameSSSgvg"))
    #expect(!text.contains("comment") && !text.contains("literal") && !text.contains("image"))
  }

  @Test(arguments: [
    ("@NSManaged private var name: String?", "private"), ("fileprivate @NSManaged var name: String?", "private"),
    ("@NSManaged var owner: Elsewhere?", "'owner'"), ("@NSManaged var handler: () -> Void", "'handler'"),
    ("@NSManaged func fancy(_ a: Int)", "'fancy'"), ("@NSManaged func count() -> Int", "'count'"),
    ("@NSManaged func addToThings(_ a: NSSet)", "'addToThings'"), ("@NSManaged var a, b: Int", "'a'"),
  ])
  func whatCannotBeSuppliedIsAnErrorWithItsPlace(declaration: String, reason: String) throws {
    let error = #expect(throws: ManagedDeclarationError.self) {
      try generate("class Person: NSManagedObject {\n  \(declaration)\n}\n")
    }
    #expect(error?.line == 2 && "\(error.map(\.description) ?? "")".hasPrefix("Sources/Person.swift:2: error: "))
    #expect(error?.reason.contains(reason) == true)
  }

  @Test func onlyAccessorsThatAreMissingAreAdded() throws {
    var document = ModelDocument(name: "M")
    document.entities = [EntityRecord(name: "Person"), EntityRecord(name: "Pet")]
    document.entities[0].className = "Person"
    document.entities[1].className = "Pet"
    var pets = RelationshipRecord(name: "pets", destinationEntityName: "Pet")
    pets.maxCount = 0
    document.entities[0].relationships = [pets]
    func generate(_ members: String) throws -> String {
      var generator = ManagedAccessorGenerator(moduleName: "App", importedModule: "CoreData")
      generator.add(document)
      try generator.add("class Person: NSManagedObject { \(members) }; class Pet: NSManagedObject {}", file: "F.swift")
      return try generator.file().text
    }
    let none = try generate("@NSManaged var pets: NSSet?")
    #expect(none.contains("func addToPets(_ value: Pet)") && none.contains("func removeFromPets(_ values: NSSet)"))
    let managed = try generate("@NSManaged var pets: NSSet?; @NSManaged func addToPets(_ value: Pet)")
    #expect(!managed.contains("func addToPets(_") && managed.contains("func removeFromPets(_ values: NSSet)"))
    #expect(managed.contains("add(value0, to: ManagedProperties.pets)"))
    let own = try generate("@NSManaged var pets: NSSet?; func addToPets() {}; func removeFromPets() {}")
    #expect(!own.contains("MARK"))
    #expect(try !generate("var pets: NSSet?").contains("extension"))
  }

  @Test func accessorsAreAsVisibleAsWhatTheySupply() throws {
    let text = try generate(
      """
      public class A: NSManagedObject { @NSManaged public var b: Bool; @NSManaged var c: Bool }
      public extension A { @NSManaged var d: Bool }
      class E: NSManagedObject { @NSManaged public var f: Bool }
      package class G: NSManagedObject { @NSManaged package var h: Bool }
      """)
    func prefix(_ name: String) -> String? {
      text.split(separator: "\n").first { $0.contains("managed_get_\(name)(") }
        .flatMap { $0.split(separator: ") ", maxSplits: 1).last?.components(separatedBy: "final").first }
    }
    #expect(prefix("b") == "@usableFromInline " && prefix("c") == "" && prefix("d") == "@usableFromInline ")
    #expect(prefix("f") == "" && prefix("h") == "package ")
  }

  @Test func aSetterMayBePrivate() throws {
    #expect(try generate("class A: NSManagedObject { @NSManaged public private(set) var b: Bool }").contains("bSbvs"))
  }

  @Test func withoutDeclarationsTheFileIsEmptyButThere() throws {
    #expect(try !generate("class A: NSManagedObject {}").contains("extension"))
  }
}
