import CoreDataModelFormat
import Foundation
import Testing

@Suite struct NameTests {
  private func problem(_ entities: [EntityRecord]) -> ModelFormatError? {
    var document = ModelDocument(name: "M")
    document.entities = entities
    do throws(ModelFormatError) {
      _ = try SwiftSourceGenerator(document, modelName: "M", settings: GenerationSettings())
      return nil
    } catch {
      return error
    }
  }

  private func entity(
    _ name: String, class className: String? = nil, parent: String? = nil, attributes: [String] = [],
    sets: [String] = []
  ) -> EntityRecord {
    var entity = EntityRecord(name: name)
    entity.className = className ?? name
    entity.codeGeneration = .class
    entity.parentName = parent
    entity.attributes = attributes.map { AttributeRecord(name: $0, type: .string) }
    entity.relationships = sets.map {
      var relationship = RelationshipRecord(name: $0, destinationEntityName: name)
      relationship.maxCount = 0
      return relationship
    }
    return entity
  }

  @Test(arguments: ["description", "hash", "objectID", "isDeleted", "managedObjectContext", "willSave", "zone"])
  func membersOfManagedObjectsCannotBeProperties(name: String) throws {
    let error = try #require(problem([entity("Person", attributes: ["fine", name])]))
    #expect(error.kind == .nameClash && error.entity == "Person" && error.property == name)
    #expect("\(error.located(in: "M/contents"))".hasPrefix("M/contents, entity Person, property \(name): "))
  }

  @Test(arguments: ["self", "Type", "two words", "1st", "a-b", ""])
  func whatIsNoIdentifierCannotBeAProperty(name: String) throws {
    let error = try #require(problem([entity("Person", attributes: [name])]))
    #expect(error.kind == .invalidName && error.entity == "Person" && error.property == name)
  }

  @Test(arguments: ["class", "default", "in", "init", "über", "_x", "type", "context", "id"])
  func otherNamesAreFine(name: String) {
    let isMember = name == "class"
    #expect((problem([entity("Person", attributes: [name])]) != nil) == isMember)
  }

  @Test(arguments: ["Date", "String", "NSSet", "Identifiable", "ManagedProperties"])
  func classesCannotHideTypesThatAccessorsUse(name: String) throws {
    let error = try #require(problem([entity(name)]))
    #expect(error.kind == .nameClash && error.entity == name && error.property == nil)
    #expect(problem([entity(name, class: "My\(name)")]) == nil)
  }

  @Test func twoEntitiesCannotHaveOneGeneratedClass() throws {
    let error = try #require(problem([entity("A", class: "Thing"), entity("B", class: "Other.Thing")]))
    #expect(error.kind == .nameClash && error.entity == "B")
    var manual = entity("B", class: "Thing")
    manual.codeGeneration = .manual
    #expect(problem([entity("A", class: "Thing"), manual]) == nil)
  }

  @Test func relationshipsCannotShareAccessors() throws {
    let error = try #require(problem([entity("A", sets: ["pets", "Pets"])]))
    #expect(error.kind == .nameClash && error.property == "Pets")
    let inherited = try #require(problem([entity("B", parent: "A", sets: ["Pets"]), entity("A", sets: ["pets"])]))
    #expect(inherited.entity == "B" && inherited.property == "Pets")
  }

  @Test func manualEntitiesAreNotChecked() {
    var manual = entity("Date", attributes: ["hash"])
    manual.codeGeneration = .manual
    #expect(problem([manual]) == nil)
  }

  @Test func transformableClassesHaveToBeTypes() throws {
    var holder = entity("Holder")
    holder.attributes = [AttributeRecord(name: "value", type: .transformable)]
    for text in ["[String]", "NSDictionary", "[String: [Int64]]", "Set<String>", "Module.Type2"] {
      holder.attributes[0].customClassName = text
      #expect(problem([holder]) == nil, "\(text)")
    }
    for text in ["[String", "a b", "A { }", "() -> Void"] {
      holder.attributes[0].customClassName = text
      #expect(problem([holder])?.property == "value", "\(text)")
    }
  }

  @Test func aWrongAccessLevelIsAnError() throws {
    var note = entity("Note")
    note.userInfo[GenerationSettings.accessLevelKey] = "secret"
    #expect(try #require(problem([note])).kind == .invalidValue)
  }

  @Test func aClassOfAnotherModuleIsWarnedOf() throws {
    var document = ModelDocument(name: "M")
    document.entities = [entity("A", class: "Elsewhere.A"), entity("B", class: "Here.B"), entity("C", class: ".C")]
    let generator = try SwiftSourceGenerator(
      document, modelName: "M", settings: GenerationSettings(moduleName: "Here"))
    #expect(generator.warnings.map(\.entity) == ["A"])
  }
}
