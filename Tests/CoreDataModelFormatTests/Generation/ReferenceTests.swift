import CoreDataModelFormat
import Foundation
import Testing

/// The expected output lies in `GeneratedCodeTests/Reference`, where it is compiled and used too.
///
/// After a wanted change, write it anew with `UPDATE_REFERENCE=1 swift test --filter ReferenceTests`.
@Suite struct ReferenceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("GeneratedCodeTests")
  private static let settings = GenerationSettings(moduleName: "GeneratedCodeTests", importedModule: "CoreDataEngine")

  private func document() throws -> ModelDocument {
    try ModelReader.document(at: Self.folder.appendingPathComponent("Models/Reference.xcdatamodeld"))
  }

  private func compare(_ file: GeneratedFile, in folder: String) throws {
    let url = Self.folder.appendingPathComponent(folder).appendingPathComponent(file.name)
    if ProcessInfo.processInfo.environment["UPDATE_REFERENCE"] == "1" { try file.write(to: url) }
    let expected = try String(contentsOf: url, encoding: .utf8)
    let lines = (expected: expected.components(separatedBy: "\n"), file: file.text.components(separatedBy: "\n"))
    let difference = lines.file.difference(from: lines.expected)
    #expect(difference.isEmpty, "\(file.name): \(difference)")
  }

  @Test func classesOfAModel() throws {
    let generator = try SwiftSourceGenerator(document(), modelName: "Reference", settings: Self.settings)
    try compare(generator.combinedFile, in: "Reference")
  }

  @Test func accessorsOfManagedDeclarations() throws {
    var generator = ManagedAccessorGenerator(moduleName: "GeneratedCodeTests", importedModule: "CoreDataEngine")
    generator.add(try document())
    for name in ["Draft.swift", "Shelf.swift"] {
      let source = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
      try generator.add(source, file: name)
    }
    try compare(generator.file(), in: "Reference")
  }

  /// The two files of an entity, as the command writes them into a source tree; they are the same text, not compiled twice.
  @Test(arguments: ["Shelf", "Author"]) func filesOfOneEntity(entity: String) throws {
    let generator = try SwiftSourceGenerator(document(), modelName: "Reference", settings: Self.settings)
    try compare(try #require(generator.classFile(ofEntity: entity)), in: "Models/Sources")
    try compare(try #require(generator.propertiesFile(ofEntity: entity)), in: "Models/Sources")
    #expect(generator.classFile(ofEntity: "Plain") == nil && generator.propertiesFile(ofEntity: "Nobody") == nil)
  }
}
