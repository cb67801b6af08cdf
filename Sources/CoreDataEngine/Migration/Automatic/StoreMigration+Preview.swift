/// Carrying out a migration on a copy.
extension StoreMigration {
  func preview() throws -> MigrationPreview {
    guard let metadata = try metadata() else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    // The code of a stage may be all that is left to do.
    let isPending = stages != nil && metadata.values[StagedMigration.pendingKey] != nil
    guard needsMigration(metadata) || isPending else { return result(needsMigration: false) }
    if stages == nil {
      let source = try SourceModelSearch(url: url, metadata: metadata.dictionary, model: model).find()
      do {
        _ = try route(from: source, metadata)
      } catch {
        let problems = self.problems(from: source, metadata)
        return result(problems: problems, error: problems.isEmpty ? error as NSError : nil)
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try carriedOut(on: folder.appendingPathComponent(url.lastPathComponent))
  }

  private func carriedOut(on copy: URL) throws -> MigrationPreview {
    let progress = Progress(totalUnitCount: 10)
    try progress.part(units: 2) {
      if format == nil {
        try StoreFiles(url).copy(to: StoreFiles(copy))
      } else {
        try FileManager.default.copyItem(at: url, to: copy)
      }
    }
    var migration = try StoreMigration(
      url: copy, options: options, model: model, configuration: configuration, format: format)
    let log = MigrationLog()
    migration.log = log
    // The preview names them.
    migration.warn = { _ in }
    do {
      try progress.part(units: 8, orThrow: MigrationError.cancelled(at: url)) { try migration.migrateIfNeeded() }
      return result(log: log)
    } catch {
      if progress.isCancelled { throw error }
      return result(log: log, error: error as NSError)
    }
  }

  private func result(
    needsMigration: Bool = true, problems: [InferenceProblem] = [], log: MigrationLog? = nil, error: NSError? = nil
  ) -> MigrationPreview {
    MigrationPreview(
      needsMigration: needsMigration,
      problems: problems.map {
        MigrationPreview.Problem(entity: $0.entity, property: $0.property, reason: $0.reason)
      }, steps: log?.steps ?? [], lostObjects: log?.lostObjects ?? [], error: error)
  }
}
