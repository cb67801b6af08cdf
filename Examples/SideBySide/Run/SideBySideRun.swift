import CoreDataCompat
import Foundation

/// The demonstration: one file, two stacks, and nothing lost on the way.
///
/// On the main actor, since it works in main contexts.
@MainActor
struct SideBySideRun {
  let options: Options

  /// Runs all steps and prints the table. Returns whether everything was as it should be.
  func run() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("SideBySide-\(UUID().uuidString)", isDirectory: true)
    let store = options.store ?? folder.appendingPathComponent("TimeZones.sqlite", isDirectory: false)
    if options.store == nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    defer { if options.store == nil { try? FileManager.default.removeItem(at: folder) } }

    let table = try ZoneTable(directory: dataFolder())
    let heading = "The IANA time zone database, \(table.rowCount) rows, on two stacks over one file.\n\n"
    FileHandle.standardOutput.write(Data(heading.utf8))
    var report = ReportTable()

    try Manager.shared.configure(configuration(store, .legacy))
    let original = try await step("import and save", Manager.shared, &report) { context in
      var bar = ProgressBar(title: "Importing", total: table.rowCount)
      try ZoneImporter(context: context).run(table) { bar.advance(to: $0) }
      bar.finish()
      try Manager.shared.save()
    }
    report.check(original.rowCount == table.rowCount, "\(original.rowCount) of \(table.rowCount) rows were imported")

    let container = Manager(configuration: configuration(store, .container))
    let edited = try await step("reopen, add Atlantis", container, &report, expecting: original) { context in
      try Atlantis.rise(in: context)
      try container.save()
    }
    report.check(edited.rowCount == original.rowCount + Atlantis.rowCount, "Atlantis has not all its rows")

    let legacy = Manager(configuration: configuration(store, .legacy))
    let restored = try await step("reopen, sink it again", legacy, &report, expecting: edited) { context in
      try Atlantis.sink(in: context)
      try legacy.save()
    }
    report.check(
      restored == original, "the store is not what it was before Atlantis: \(original.difference(from: restored))")

    let last = Manager(configuration: configuration(store, .container))
    _ = try await step("reopen, compare", last, &report, expecting: original) { _ in }

    report.print()
    print(options.store == nil ? "\nThe store was in a temporary folder." : "\nThe store is at \(store.path).")
    return report.isVerified
  }

  /// Opens the store, compares it with what was there before, works on it, and closes it. Returns what is in it then.
  private func step(
    _ name: String, _ manager: Manager, _ report: inout ReportTable, expecting expected: StoreContents? = nil,
    _ work: (NSManagedObjectContext) throws -> Void
  ) async throws -> StoreContents {
    let clock = ContinuousClock()
    let opened = try manager.load()
    let context = manager.managedObjectContext
    var verified = true
    if let expected {
      let found = try StoreContents(of: context)
      verified = report.check(found == expected, "after “\(name)”: \(expected.difference(from: found))")
    }
    let time = try clock.measure { try work(context) }
    let contents = try StoreContents(of: context)
    report.add(
      ReportTable.Step(
        name: name, selection: opened.selection, rows: contents.rowCount, links: contents.linkCount, time: time,
        isVerified: expected.map { _ in verified }))
    try await manager.unload()
    return contents
  }

  private func configuration(_ store: URL, _ selector: StackSelector) -> StackConfiguration {
    var configuration = StackConfiguration(
      model: .named("TimeZones", in: .module), place: .file(store), selector: selector)
    configuration.log = nil  // The table says which stack was chosen.
    return configuration
  }

  private func dataFolder() throws -> URL {
    guard let folder = Bundle.module.url(forResource: "TimeZoneDatabase", withExtension: nil) else {
      throw ZoneTableError(file: "TimeZoneDatabase", line: nil, problem: "is not beside the program")
    }
    return folder
  }
}
