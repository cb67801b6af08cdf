import CoreDataModelFormat
import Foundation

/// What the tool does for each verb.
struct Generator {
  let options: GeneratorOptions

  func run() throws {
    switch options.verb {
    case "model": try generateModel()
    case "accessors": try generateAccessors()
    case "sources": try generateSources()
    default: throw GeneratorError("unknown verb \(options.verb): use model, accessors or sources")
    }
  }

  /// One file for each model, into the build folder.
  private func generateModel() throws {
    guard let path = options.models.first else { throw GeneratorError("a model is missing") }
    let file = try generator(forModelAt: path).combinedFile
    try file.write(to: URL(fileURLWithPath: options.output))
  }

  private func generateAccessors() throws {
    var generator = ManagedAccessorGenerator(moduleName: options.module, importedModule: options.importedModule)
    for path in options.models { generator.add(try ModelReader.document(at: URL(fileURLWithPath: path))) }
    for path in options.paths {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw GeneratorError("\(path) cannot be read as UTF-8 text")
      }
      try generator.add(text, file: path)
    }
    try generator.file().write(to: URL(fileURLWithPath: options.output))
  }

  /// A class file and a properties file for each entity, into the source tree.
  private func generateSources() throws {
    let folder = URL(fileURLWithPath: options.output, isDirectory: true)
    for path in options.models {
      let document = try ModelReader.document(at: URL(fileURLWithPath: path))
      let generator = try generator(forModelAt: path)
      for name in options.entities where document.entity(named: name) == nil && options.models.count == 1 {
        throw GeneratorError("\(path): there is no entity \(name)")
      }
      for entity in document.entities where isWanted(entity) {
        if let file = generator.classFile(ofEntity: entity.name) {
          let url = folder.appendingPathComponent(file.name)
          // The class file is the developer's once it is there.
          if options.replacesClasses || !FileManager.default.fileExists(atPath: url.path) { try write(file, to: url) }
        }
        guard entity.codeGeneration != .category || options.includesAll,
          let file = generator.propertiesFile(ofEntity: entity.name)
        else { continue }
        try write(file, to: folder.appendingPathComponent(file.name))
      }
    }
  }

  /// What the build plugin generates is not written a second time, unless all is asked for.
  private func isWanted(_ entity: EntityRecord) -> Bool {
    if !options.entities.isEmpty, !options.entities.contains(entity.name) { return false }
    return options.includesAll || entity.codeGeneration != .class
  }

  private func write(_ file: GeneratedFile, to url: URL) throws {
    print(try file.write(to: url) ? "wrote \(url.path)" : "unchanged \(url.path)")
  }

  private func generator(forModelAt path: String) throws -> SwiftSourceGenerator {
    guard let level = GenerationSettings.AccessLevel(rawValue: options.accessLevel) else {
      throw GeneratorError("unknown access level \(options.accessLevel): use public, package or internal")
    }
    let package = try ModelPackage(url: URL(fileURLWithPath: path))
    let document = try ModelReader.document(of: package.current)
    let settings = GenerationSettings(
      moduleName: options.module, importedModule: options.importedModule, accessLevel: level)
    let file = package.current.url.appendingPathComponent("contents").path
    do throws(ModelFormatError) {
      let generator = try SwiftSourceGenerator(document, modelName: package.name, settings: settings)
      for warning in generator.warnings {
        FileHandle.standardError.write(Data("warning: \(warning.located(in: file))\n".utf8))
      }
      return generator
    } catch {
      throw error.located(in: file)
    }
  }
}
