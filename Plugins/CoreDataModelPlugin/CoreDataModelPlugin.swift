import Foundation
import PackagePlugin

/// Generates the classes of every model of a target, and the accessors of its hand-written managed classes.
@main struct CoreDataModelPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let importedModule = importedModule(of: target)
    #if os(macOS)
      // Xcode's own tools do this over Apple's framework, which is what other modules stand for there.
      guard importedModule == "CoreDataEngine" else { return [] }
    #endif
    let tool = try context.tool(named: "CoreDataModelGenerator").url
    let common = ["--module", target.moduleName, "--import", importedModule]
    let models = models(of: target)
    guard !models.isEmpty else {
      Diagnostics.warning("The target \(target.name) has no .xcdatamodeld among its resources.")
      return []
    }
    var commands = models.map { model in
      let name = model.deletingPathExtension().lastPathComponent
      let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(name)+CoreDataModel.swift")
      return Command.buildCommand(
        displayName: "Generating the classes of \(model.lastPathComponent)", executable: tool,
        arguments: ["model"] + common + ["--model", model.path, "--output", output.path],
        inputFiles: files(under: model), outputFiles: [output])
    }
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
    if sources.contains(where: declaresManagedMembers) {
      let output = context.pluginWorkDirectoryURL.appendingPathComponent("\(target.moduleName)+ManagedAccessors.swift")
      commands.append(
        .buildCommand(
          displayName: "Generating the accessors of @NSManaged members of \(target.name)", executable: tool,
          arguments: ["accessors"] + common + models.flatMap { ["--model", $0.path] } + ["--output", output.path]
            + sources.map(\.path),
          inputFiles: sources + models.flatMap(files), outputFiles: [output]))
    }
    return commands
  }

  private func declaresManagedMembers(_ url: URL) -> Bool {
    (try? Data(contentsOf: url))?.range(of: Data("@NSManaged".utf8)) != nil
  }
}
