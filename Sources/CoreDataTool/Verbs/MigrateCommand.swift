import CoreDataEngine
import Foundation

/// `coredata migrate`
enum MigrateCommand: Command {
  static let dryRun = Option.flag("dry-run", "tell what would be done, on a copy, and change nothing")
  static let syntax = CommandSyntax(
    name: "migrate", summary: "Brings a store to a newer version of its model, in place; or tells what that would do.",
    operands: [
      .init(name: "STORE", help: "an SQLite, XML or binary store"),
      .init(name: "MODEL", help: "the newer model: an .xcdatamodeld, .xcdatamodel, .momd or .mom"),
    ],
    options: [dryRun, ModelFile.versionOption])

  static func run(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let url = URL(fileURLWithPath: try arguments.required("STORE"))
    let type = try StoreType.of(url)
    let model = try self.model(arguments)
    // A store with a log that a crash has left is read from a copy, so that telling changes nothing.
    let reader = type == .sqlite ? try StoreReader(url) : nil
    let metadata =
      try reader?.metadata ?? NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    let isCurrent = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    let bytes = StoreTransport.size(of: url)
    if arguments.has(dryRun) {
      let preview = try console.watching(total: bytes, unit: "bytes") {
        try withExtendedLifetime(reader) {
          try NSPersistentStoreCoordinator.previewMigration(
            ofStoreAt: reader?.readingURL ?? url, type: type, to: model)
        }
      }
      return report(preview, arguments, console)
    }
    if !isCurrent {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let options: [AnyHashable: Any] = [
        NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
      ]
      try console.watching(total: bytes, unit: "bytes") {
        let store = try coordinator.addPersistentStore(type: type, at: url, options: options)
        try coordinator.remove(store)
      }
    }
    if arguments.wantsJSON {
      console.write(.object([("migrated", .bool(!isCurrent)), ("store", .string(url.path))]))
    } else {
      let name = url.lastPathComponent
      console.writeLine(isCurrent ? "\(name) has this version already" : "migrated \(name)")
    }
    return .success
  }

  /// The version asked for, from its file, beside which the older versions are found.
  private static func model(_ arguments: Arguments) throws -> NSManagedObjectModel {
    let path = try arguments.required("MODEL")
    let file = try ModelFile(path)
    guard let version = arguments[ModelFile.versionOption] else {
      guard file.form == "json" else { return try NSManagedObjectModel(validating: URL(fileURLWithPath: path)) }
      return try NSManagedObjectModel(document: file.document())
    }
    return try NSManagedObjectModel(document: file.document(version))
  }

  private static func report(_ preview: MigrationPreview, _ arguments: Arguments, _ console: Console) -> ExitStatus {
    let problems = preview.problems.map { "\($0.entity).\($0.property): \($0.reason)" }
    let failure = preview.error.map { ToolError.line(for: $0) }
    if arguments.wantsJSON {
      let steps = preview.steps.map { step in
        JSONValue.object([
          ("title", .string(step.title)), ("rows", .integer(step.rows)), ("seconds", .number(step.seconds)),
          ("way", .string(step.way.rawValue)), ("version", .string(step.version)),
        ])
      }
      console.write(
        .object([
          ("needed", .bool(preview.needsMigration)), ("steps", .array(steps)),
          ("seconds", .number(preview.estimatedSeconds)), ("problems", .strings(problems)),
          ("lost", .strings(preview.lostObjects)), ("error", .optional(failure)),
        ]))
    } else if !preview.needsMigration {
      console.writeLine("nothing to do")
    } else {
      write(preview.steps, console)
      if !preview.steps.isEmpty { console.writeLine(String(format: "about %.1f s", preview.estimatedSeconds)) }
      for problem in problems { console.writeLine(console.styled("cannot be inferred: " + problem, .bad)) }
      for name in preview.lostObjects { console.writeLine(console.styled("would be lost: " + name, .doubtful)) }
      if let failure { console.writeLine(console.styled("would fail: " + failure, .bad)) }
    }
    return problems.isEmpty && failure == nil ? .success : .findings
  }

  /// A table for each version that the store goes through.
  private static func write(_ steps: [MigrationPreview.Step], _ console: Console) {
    var rest = steps[...]
    while let first = rest.first {
      let part = rest.prefix { $0.version == first.version && $0.way == first.way }
      rest = rest.dropFirst(part.count)
      let way =
        switch first.way {
        case .inferred: "inferred"
        case .mappingModel: "by a mapping model"
        }
      console.writeLine("to \(first.version), \(way):")
      var table = TextTable(["step", "rows", "seconds"], rightColumns: [1, 2])
      table.rows = part.map { [$0.title, "\($0.rows)", String(format: "%.3f", $0.seconds)] }
      table.write(to: console)
    }
  }
}
