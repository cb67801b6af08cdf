import CoreDataSQLite

/// Batch requests: each is one transaction.
extension SQLiteStore {
  func insert(_ source: BatchRowSource, _ options: BatchOptions) throws -> BatchOutcome {
    try writeBatch(options) { connection, files, history in
      var insertion = try BatchInsertion(self, connection, source, options, files, history)
      return try insertion.run()
    }
  }

  func update(_ target: BatchTarget, _ assignments: [BatchAssignment], _ options: BatchOptions) throws -> BatchOutcome {
    try writeBatch(options) { connection, files, history in
      try BatchUpdate(self, connection, target, assignments, files, history).run(options)
    }
  }

  func delete(_ target: BatchTarget, _ options: BatchOptions) throws -> BatchOutcome {
    try writeBatch(options) { connection, files, history in
      let deletion = BatchDeletion(self, connection, files, history)
      return try deletion.run(target, options)
    }
  }

  private func writeBatch(
    _ options: BatchOptions, _ body: (Connection, ExternalDataFiles, HistoryRecorder?) throws -> BatchOutcome
  ) throws -> BatchOutcome {
    let files = ExternalDataFiles(of: hasFile ? url : nil)
    let outcome: BatchOutcome
    do {
      outcome = try write { connection in
        let history = try historyRecorder(connection, author: options.author, contextName: options.contextName)
        let outcome = try body(connection, files, history)
        try history?.finish()
        return outcome
      }
    } catch {
      files.discardNew()
      throw error
    }
    files.removeOld()
    noteCommit()
    return outcome
  }
}
