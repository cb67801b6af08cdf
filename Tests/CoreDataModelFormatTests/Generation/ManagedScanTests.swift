import CoreDataModelFormat
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

  @Test func aSetterMayBePrivate() throws {
    #expect(try generate("class A: NSManagedObject { @NSManaged public private(set) var b: Bool }").contains("bSbvs"))
  }

  @Test func withoutDeclarationsTheFileIsEmptyButThere() throws {
    #expect(try !generate("class A: NSManagedObject {}").contains("extension"))
  }
}
