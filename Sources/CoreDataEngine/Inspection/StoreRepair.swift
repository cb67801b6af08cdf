import CoreDataModelFormat
import CoreDataSQLite

/// Makes repaired copies of stores; the store itself stays as it is.
package enum StoreRepair {
  /// Copies the store to `target`, where there must be nothing, and mends in the copy what can be mended.
  ///
  /// The copy gets its name when it is mended. A failure leaves no copy. The current `Progress` is told, and may cancel with
  /// 3072. Throws when the store cannot be read at all.
  package static func repair(
    _ reader: StoreReader, document: ModelDocument, to target: URL
  ) throws -> (repaired: [StoreProblem], remaining: [StoreProblem]) {
    let place = StoreFiles(target)
    try place.requireFree()
    let copy = place.unfinished
    let progress = Progress(totalUnitCount: 4)
    let found = try progress.part { try StoreVerification.problems(of: InspectedStore(reader, document: document)) }
    do {
      try progress.part { try StoreFiles(reader.readingURL).copy(to: copy) }
      var repaired: [StoreProblem] = []
      // One repair may bring another problem to light: the copy is looked at until nothing is left to do.
      var problems = found
      for _ in 0..<4 {
        let mendable = problems.filter { $0.repair != nil }
        guard !mendable.isEmpty else { break }
        try apply(mendable, to: copy)
        repaired += mendable
        problems = try progress.part {
          try StoreVerification.problems(of: InspectedStore(StoreReader(copy.url), document: document))
        }
      }
      if progress.isCancelled { throw CocoaError(.userCancelled) }
      try copy.move(to: place)
      return (repaired, problems)
    } catch {
      try? copy.remove()
      throw error
    }
  }

  private static func apply(_ problems: [StoreProblem], to files: StoreFiles) throws {
    do {
      let connection = try StoreConnection(location: .file(files.url.path), options: SQLiteStoreOptions()).open()
      defer { connection.close() }
      try connection.transaction(.immediate) {
        for case .statement(let sql)? in problems.map(\.repair) { try connection.execute(sql) }
      }
    } catch {
      throw NSError.store(error, url: files.url, operation: .write)
    }
    for case .removal(let names)? in problems.map(\.repair) {
      for name in names {
        try FileManager.default.removeItem(at: files.externalDataFolder.appendingPathComponent(name))
      }
    }
  }
}
