import Foundation
import PackagePlugin

/// Writes the classes of models into the source tree, where they are edited by hand from then on.
///
/// `swift package generate-coredata-sources [--target NAME]… [--entity NAME]… [--folder PATH] [--access-level LEVEL]
/// [--all] [--force]`. Without a folder the files go beside the models. What the build plugin generates is left out
/// unless `--all` is given; a class file that is there already is kept unless `--force` is given.
@main struct CoreDataModelSources: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let targetNames = extractor.extractOption(named: "target")
    let entities = extractor.extractOption(named: "entity")
    let folder = extractor.extractOption(named: "folder").last
    let accessLevel = extractor.extractOption(named: "access-level").last
    let flags = ["all", "force"].filter { extractor.extractFlag(named: $0) > 0 }.map { "--" + $0 }
    guard extractor.remainingArguments.isEmpty else {
      throw CommandError("unknown argument \(extractor.remainingArguments[0])")
    }
    let targets = try targetNames.isEmpty ? context.package.targets : context.package.targets(named: targetNames)
    let tool = try context.tool(named: "CoreDataModelGenerator").url
    for case let target as SourceModuleTarget in targets {
      for model in models(of: target) {
        let output =
          folder.map { URL(fileURLWithPath: $0, relativeTo: context.package.directoryURL).path }
          ?? model.deletingLastPathComponent().path
        let process = Process()
        process.executableURL = tool
        process.arguments =
          ["sources", "--module", target.moduleName, "--import", importedModule(of: target), "--output", output]
          + ["--model", model.path] + entities.flatMap { ["--entity", $0] }
          + (accessLevel.map { ["--access-level", $0] } ?? []) + flags
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
          throw CommandError("the classes of \(model.lastPathComponent) were not generated")
        }
      }
    }
  }
}

/// Why the command stopped.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
