/// Notes what opening a store does to it, version after version.
final class MigrationLog {
  private(set) var steps: [MigrationPreview.Step] = []
  private(set) var lostObjects: [String] = []

  func add(_ report: InPlaceMigration.Report, _ way: MigrationPreview.Way, to model: NSManagedObjectModel) {
    let version = MigrationLog.name(of: model)
    steps += report.steps.map {
      MigrationPreview.Step(title: $0.title, rows: $0.rows, seconds: $0.seconds, way: way, version: version)
    }
    lostObjects += report.lostObjects
  }

  private static func name(of model: NSManagedObjectModel) -> String {
    if model.fileURLs.count == 1 { return model.fileURLs[0].deletingPathExtension().lastPathComponent }
    return model.versionIdentifiers.compactMap { $0 as? String }.min() ?? model.versionChecksum
  }
}
