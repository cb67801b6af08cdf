import CoreDataModelFormat
import Foundation

/// `coredata generate`
enum GenerateCommand: Command {
  static let output = Option.text("output", "FILE", "write there; to standard output when left out")
  static let module = Option.text("module", "NAME", "the module that the sources are compiled into")
  static let imported = Option.text("import", "NAME", "the module that they import: CoreData when left out")
  static let access = Option<GenerationSettings.AccessLevel>.choice(
    "access-level", "LEVEL", "the access level of the classes")
  static let syntax = CommandSyntax(
    name: "generate", summary: "Prints the classes of a model as the build plugin generates them.",
    operands: [ModelFile.operand], options: [output, module, imported, access, ModelFile.versionOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let model = try ModelFile(arguments.required("MODEL"))
    let settings = GenerationSettings(
      moduleName: arguments[module], importedModule: arguments[imported] ?? "CoreData",
      accessLevel: arguments[access] ?? .public)
    let document = try model.document(arguments[ModelFile.versionOption])
    let file: GeneratedFile
    do throws(ModelFormatError) {
      try ModelValidator(document).validate()
      file = try SwiftSourceGenerator(document, modelName: model.name, settings: settings).combinedFile
    } catch {
      throw error.located(in: model.path)
    }
    if let path = arguments[output] {
      let isNew = try file.write(to: URL(fileURLWithPath: path))
      if arguments.wantsJSON {
        console.write(.object([("file", .string(path)), ("written", .bool(isNew))]))
      } else {
        console.writeLine("\(isNew ? "wrote" : "unchanged") \(path)")
      }
    } else if arguments.wantsJSON {
      console.write(.object([("name", .string(file.name)), ("text", .string(file.text))]))
    } else {
      console.write(file.text)
    }
    return .success
  }
}
