/// Generates the classes of a model as Swift sources, as each entity's code generation type says.
package struct SwiftSourceGenerator {
  let modelName: String
  let settings: GenerationSettings
  let classes: [GeneratedClass]

  /// - Parameter modelName: the name of the model package, which the files are named by.
  /// - Throws: `ModelFormatError` if a name of the model cannot be used in Swift, naming entity and property.
  package init(
    _ document: ModelDocument, modelName: String, settings: GenerationSettings
  ) throws(ModelFormatError) {
    self.modelName = modelName
    self.settings = settings
    classes = document.entities.compactMap { GeneratedClass($0, in: document, settings: settings) }
    if let problem = NameChecker(document, classes: classes).problems().first { throw problem }
  }

  /// Everything that the entities of the model ask for, in one file.
  package var combinedFile: GeneratedFile {
    var text = header("\(modelName)+CoreDataModel.swift", by: "the model \(modelName)")
    for type in classes where type.entity.codeGeneration != .manual {
      let writer = ClassWriter(type: type)
      if type.entity.codeGeneration == .class { text += "\n" + writer.classDeclaration }
      text += "\n" + writer.extensions
    }
    return GeneratedFile(name: "\(modelName)+CoreDataModel.swift", text: text)
  }

  /// The file that declares the class of an entity; nil if there is no such entity, or it has no class of its own.
  package func classFile(ofEntity name: String) -> GeneratedFile? {
    file(ofEntity: name, suffix: "CoreDataClass", note: nil) { $0.classDeclaration }
  }

  /// The file that extends the class of an entity by its properties; nil as for the class.
  package func propertiesFile(ofEntity name: String) -> GeneratedFile? {
    file(ofEntity: name, suffix: "CoreDataProperties", note: "the model \(modelName)") { $0.extensions }
  }

  /// Notes about what compiles but will not work as the model says.
  package var warnings: [ModelFormatError] {
    classes.compactMap { type in
      guard type.entity.codeGeneration == .class, let module = type.moduleName, let own = settings.moduleName,
        module != own
      else { return nil }
      var warning = ModelFormatError(
        .nameClash, entity: type.entity.name,
        reason: "the model names the class \"\(module).\(type.name)\", and it is generated in the module \"\(own)\"",
        hint: "set the entity's module to \"Current Product Module\"")
      warning.severity = .warning
      return warning
    }
  }

  private func file(
    ofEntity name: String, suffix: String, note: String?, _ body: (ClassWriter) -> String
  ) -> GeneratedFile? {
    guard let type = classes.first(where: { $0.entity.name == name }) else { return nil }
    let fileName = "\(type.name)+\(suffix).swift"
    return GeneratedFile(
      name: fileName, text: header(fileName, by: note) + "\n" + body(ClassWriter(type: type)))
  }

  /// - Parameter source: what the file follows; nil for one that is the developer's from now on.
  private func header(_ fileName: String, by source: String?) -> String {
    let note = source.map { "// Generated from \($0). Edits are lost when it changes.\n// swift-format-ignore-file\n" }
    return "// \(fileName)\n\(note ?? "")\nimport \(settings.importedModule)\n"
  }
}
