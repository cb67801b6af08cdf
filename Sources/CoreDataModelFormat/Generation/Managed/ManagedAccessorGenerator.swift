/// Supplies the accessors of hand-written classes whose members are declared `@NSManaged`.
///
/// The compiler leaves such accessors to the Objective-C runtime. Without one their symbols stay undefined; the
/// generated methods carry exactly these symbols. Types are those that the sources declare, the model is asked only
/// for the destinations of to-many relationships.
package struct ManagedAccessorGenerator {
  private let moduleName: String
  private let importedModule: String
  private var scan = SourceScan()
  private var classes: [GeneratedClass] = []

  package init(moduleName: String, importedModule: String) {
    self.moduleName = moduleName
    self.importedModule = importedModule
  }

  /// Adds a model whose classes the sources name, or hold.
  package mutating func add(_ document: ModelDocument) {
    let settings = GenerationSettings(moduleName: moduleName, importedModule: importedModule)
    let added = document.entities.compactMap { GeneratedClass($0, in: document, settings: settings) }
    for type in added where type.entity.codeGeneration == .class { scan.add(className: type.name) }
    classes += added
  }

  /// Adds the text of a source file.
  /// - Throws: `ManagedDeclarationError`, as all of `file()`.
  package mutating func add(_ source: String, file: String) throws(ManagedDeclarationError) {
    try scan.add(source, file: file)
  }

  /// The file with all accessors; it is there without any, too, since a build has to know its outputs beforehand.
  package func file() throws(ManagedDeclarationError) -> GeneratedFile {
    let name = "\(moduleName)+ManagedAccessors.swift"
    var text = "// \(name)\n// Generated from the @NSManaged declarations of the module. Edits are lost.\n"
    text += "// swift-format-ignore-file\n\nimport \(importedModule)\n"
    var paths: [[String]] = []
    var members: [[String]: [ManagedDeclaration]] = [:]
    for declaration in scan.managed {
      if members[declaration.path] == nil { paths.append(declaration.path) }
      // Both branches of an `#if` may declare a member.
      if members[declaration.path]?.contains(where: { $0.name == declaration.name && $0.member == declaration.member })
        != true
      {
        members[declaration.path, default: []].append(declaration)
      }
    }
    for path in paths { text += try ManagedClassWriter(path, members[path] ?? [], in: self).text }
    return GeneratedFile(name: name, text: text)
  }

  func symbols(of declaration: ManagedDeclaration) -> ManagedSymbols? {
    ManagedSymbols(declaration, module: moduleName, scan: scan)
  }

  /// The accessors of to-many relationships that a hand-written class lacks; a method of the name counts, whatever its
  /// parameters are.
  func missingAccessors(of path: [String], properties: Set<String>) -> [CollectionAccessors] {
    let key = path.joined(separator: ".")
    guard let type = classes.first(where: { $0.name == key && $0.entity.codeGeneration == .manual }) else { return [] }
    return type.entity.relationships.compactMap { relationship in
      guard relationship.isToMany, properties.contains(relationship.name) else { return nil }
      let member = type.destinations[relationship.name] ?? "NSManagedObject"
      let accessors = CollectionAccessors(
        name: relationship.name, isOrdered: relationship.isOrdered, member: SwiftName.escaped(member),
        className: type.spelledName, access: isPublic(type.name) && isPublic(member) ? "public " : "",
        present: scan.methods[key] ?? [])
      return accessors.isEmpty ? nil : accessors
    }
  }

  /// Who sees a class of the sources.
  func visibility(of path: [String]) -> ManagedDeclaration.Visibility {
    path.indices.map { scan.visibilities[path[...$0].joined(separator: ".")] ?? .module }.min() ?? .module
  }

  private func isPublic(_ className: String) -> Bool {
    visibility(of: [className]) == .everywhere || className == "NSManagedObject"
      || classes.contains {
        $0.name == className && $0.entity.codeGeneration == .class && $0.accessLevel == .public
      }
  }

  /// The relationship that an accessor with such a name ending belongs to.
  func relationshipName(forStem stem: String, in path: [String], properties: Set<String>) -> String? {
    let known = classes.filter { $0.name == path.joined(separator: ".") }.flatMap(\.entity.relationships).map(\.name)
    return (properties.sorted() + known).first { SwiftName.capitalized($0) == stem }
  }
}
