import Foundation
import Testing

@testable import CoreDataModelFormat

/// The compiler itself says which symbols it leaves undefined.
@Suite struct ManagedSymbolTests {
  private static let source = """
    import Foundation

    open class Base: NSObject {}
    public struct Box {}
    public class Pet: Base {}
    public class PersonPet: Base {}
    public class Person: Base {
      public enum Mood: Int16 { case good }
      @NSManaged public var name: String?, nickname: String!
      @NSManaged public var age: Int64
      @NSManaged public var small: Int16
      @NSManaged public var middle: Int32
      @NSManaged public var flag: Bool
      @NSManaged public var double: Double
      @NSManaged public var float: Float
      @NSManaged public var plain: Int
      @NSManaged public var unsigned: UInt64
      @NSManaged public var interval: TimeInterval
      @NSManaged public var date: Date?
      @NSManaged public var mustDate: Foundation.Date
      @NSManaged public var data: Data?
      @NSManaged public var uuid: UUID?
      @NSManaged public var url: URL?
      @NSManaged public var decimal: Decimal
      @NSManaged public var decimalNumber: NSDecimalNumber?
      @NSManaged public var number: NSNumber?
      @NSManaged public var set: NSSet?
      @NSManaged public var orderedSet: NSOrderedSet?
      @NSManaged public var object: NSObject?
      @NSManaged public var attributed: NSAttributedString?
      @NSManaged public var strings: [String]?
      @NSManaged public var numbers: Array<Int>
      @NSManaged public var table: [String: String]
      @NSManaged public var mixed: [String: Any]?
      @NSManaged public var nested: [String: [String]]
      @NSManaged public var byPet: [Pet: Pet]
      @NSManaged public var pets: Set<Pet>
      @NSManaged public var maybePets: Set<Pet>?
      @NSManaged public var pet: Pet?
      @NSManaged public var friend: Person?
      @NSManaged public var personPet: PersonPet?
      @NSManaged public var Person: PersonPet?
      @NSManaged public var App: NSSet?
      @NSManaged public var NSSetLike: NSSet?
      @NSManaged public var box: Box?
      @NSManaged public var mood: Mood
      @NSManaged public var anything: Any?
      @NSManaged public var anyObject: AnyObject?
      @NSManaged public var locale: Locale?
      @NSManaged public var zone: TimeZone?
      @NSManaged public var calendar: Calendar?
      @NSManaged public var components: DateComponents?
      @NSManaged public var path: IndexPath?
      @NSManaged public var indexes: IndexSet?
      @NSManaged public private(set) var readOnly: String?
      @NSManaged var `default`: String?
      @NSManaged public func addToPets(_ value: Pet)
      @NSManaged public func addToPets(_ values: NSSet)
      @NSManaged public func removeFromPets(_ values: Set<Pet>)
      @NSManaged public func insertIntoPets(_ value: Pet, at idx: Int)
      @NSManaged public func insertIntoPets(_ values: [Pet], at indexes: NSIndexSet)
      @NSManaged public func removeFromPets(at idx: Int)
      @NSManaged public func removeFromPets(at indexes: NSIndexSet)
      @NSManaged public func replacePets(at indexes: NSIndexSet, with values: [Pet])
      @NSManaged public func addMany(_ a: Date, _ b: Date, _ c: Data, _ d: Pet, _ e: Date, _ f: [Pet])
      @NSManaged public func addMore(at a: NSDate, with b: Date, x: Int, y: Int, z: String)
    }
    extension Person {
      @NSManaged public var extraName: String?
    }
    #if canImport(ObjectiveC)
    extension Person {
      @NSManaged public var onlyThere: String?
    }
    #endif
    class my_class_Name2: Base {
      @NSManaged var name_of_my_Class: my_class_Name2?
      @NSManaged var my_class_Name2_x: String?
      func local() {
        class Inner: Base {}
        print("} class Other { \\("}") \\(name_of_my_Class == nil ? "{" : "}")")
        /* } /* } */ */
      }
      @NSManaged var `class`: String?
    }

    """

  @Test func symbolsAreThoseThatTheCompilerLeavesUndefined() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("App.swift")
    try Data(Self.source.utf8).write(to: file)
    let object = folder.appendingPathComponent("App.o").path
    _ = try await Command.run(
      "swiftc", "-module-name", "App", "-parse-as-library", "-swift-version", "6", "-c", file.path, "-o", object)
    let undefined = try await Command.run("nm", "-u", object).split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { $0.hasPrefix("$s3App") }

    var scan = SourceScan()
    try scan.add(Self.source, file: file.path)
    let supplied = scan.managed.flatMap { declaration -> [String] in
      guard let symbols = ManagedSymbols(declaration, module: "App", scan: scan) else { return [] }
      if case .method = declaration.member { return [symbols.text] }
      return [symbols.text + "g", symbols.text + "s"]
    }
    #expect(undefined.count > 100)
    #expect(Set(undefined).subtracting(supplied).sorted() == [])
    #expect(Set(supplied).subtracting(undefined).sorted() == [])
  }

  /// A program over a stand-in for the engine: the accessors alone are on trial.
  private static let program = """
    import Foundation

    struct ManagedProperty<Value> {
      let name: String
      init(_ name: String) { self.name = name }
    }
    open class Base: NSObject {
      var values: [String: Any] = ["age": Int64(1), "mood": Mood.bad, "pets": Set<Person>(), "secret": "s"]
      subscript<T>(property: ManagedProperty<T>) -> T {
        get { values[property.name] as! T }
        set { values[property.name] = newValue }
      }
      subscript<T>(managed property: ManagedProperty<T>) -> T {
        get { self[property] }
        set { self[property] = newValue }
      }
      func add<T>(_ value: Person, to property: ManagedProperty<T>) { values["added"] = property.name }
    }
    public enum Mood: Int16 { case good, bad }
    public class Person: Base {
      @NSManaged public var age: Int64
      @NSManaged public var mood: Mood
      @NSManaged public private(set) var pets: Set<Person>
      @NSManaged var secret: String
      @NSManaged public func addToPets(_ value: Person)
      public func adopt(_ pet: Person) { pets.insert(pet) }
    }
    @main enum Program {
      static func main() {
        let person = Person()
        person.age += 2
        person[keyPath: \\Person.age] += 3
        person.mood = .good
        person.adopt(person)
        person.secret += "!"
        person.addToPets(person)
        print(person.age, person.mood, person.pets.count, person.secret, person.values["added"] ?? "")
      }
    }

    """

  @Test(arguments: ["-Onone", "-O -wmo", "-Osize -wmo"])
  func suppliedAccessorsAreLinkedAndCalled(optimization: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var generator = ManagedAccessorGenerator(moduleName: "App", importedModule: "Foundation")
    try generator.add(Self.program, file: "App.swift")
    try generator.file().write(to: folder.appendingPathComponent("Accessors.swift"))
    try GeneratedFile(name: "App.swift", text: Self.program).write(to: folder.appendingPathComponent("App.swift"))
    let output = try await Command.run(
      "sh", "-c",
      """
      cd \(folder.path) && swiftc \(optimization) -swift-version 6 -module-name App -parse-as-library \
        App.swift Accessors.swift -o app && ./app
      """)
    #expect(output == "6 good 1 s! pets\n")
  }
}
