import CoreDataModelFormat
import CoreDataSQLite

/// Makes repaired copies of stores; the store itself stays as it is.
package enum StoreRepair {
  /// Copies the store to `target`, where there must be nothing, and mends in the copy what can be mended.
  ///
  /// The mending is one transaction. A failure leaves no copy. Throws when the store cannot be read at all.
  package static func repair(
    _ reader: StoreReader, document: ModelDocument, to target: URL
  ) throws -> (repaired: [StoreProblem], remaining: [StoreProblem]) {
    let copy = StoreFiles(target)
    let found = try StoreVerification.problems(of: InspectedStore(reader, document: document))
    try StoreFiles(reader.url).copy(to: copy)
    do {
      var repaired: [StoreProblem] = []
      // One repair may bring another problem to light: the copy is looked at until nothing is left to do.
      var problems = found
      for _ in 0..<4 {
        let mendable = problems.filter { $0.repair != nil }
        guard !mendable.isEmpty else { break }
        try apply(mendable, to: copy)
        repaired += mendable
        problems = try StoreVerification.problems(of: InspectedStore(StoreReader(target), document: document))
      }
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
