import CCoreDataSQLite

extension Connection {
  /// The first value of a pragma as text; nil when it gives none or is unknown.
  ///
  /// The name may carry a schema, as in `main.page_size`.
  package func pragma(_ name: String) throws(SQLiteError) -> String? {
    try text("PRAGMA \(Self.checkedPragmaName(name))")
  }

  /// Sets a pragma to a number.
  package func setPragma(_ name: String, _ value: Int64) throws(SQLiteError) {
    try prepare("PRAGMA \(Self.checkedPragmaName(name)) = \(value)").run()
  }

  /// Sets a pragma to a word or text. SQLite ignores unknown pragmas and most wrong values without an error.
  package func setPragma(_ name: String, _ value: String) throws(SQLiteError) {
    _ = try text(settingSQL(name, value))
  }

  /// The journal mode of the main database.
  package var journalMode: JournalMode {
    get throws(SQLiteError) {
      try journalMode(named: try pragma("main.journal_mode"))
    }
  }

  /// Asks for a journal mode and returns the mode in force, which stays the old one where the new one is not
  /// possible (WAL in memory, or on a file system without shared memory).
  @discardableResult
  package func setJournalMode(_ mode: JournalMode) throws(SQLiteError) -> JournalMode {
    try journalMode(named: try text(settingSQL("main.journal_mode", mode.rawValue)))
  }

  /// Moves the write-ahead log into the database file. Throws `.busy` when others kept it from finishing, and
  /// `.locked` inside a transaction.
  @discardableResult
  package func checkpoint(_ mode: Checkpoint.Mode) throws(SQLiteError) -> Checkpoint.Result {
    var (logFrames, checkpointedFrames) = (Int32(-1), Int32(-1))
    try check(sqlite3_wal_checkpoint_v2(handle, "main", mode.code, &logFrames, &checkpointedFrames))
    return Checkpoint.Result(logFrames: Int(logFrames), checkpointedFrames: Int(checkpointedFrames))
  }

  /// Looks for damage, in time linear in the size of the file, and returns at most `limit` findings; none means the
  /// file is sound. Throws when it is damaged too badly to be examined.
  package func quickCheck(limit: Int = 100) throws(SQLiteError) -> [String] {
    precondition(limit > 0, "A check for at most \(limit) findings finds nothing")
    let statement = try prepare("PRAGMA quick_check(\(limit))")
    var findings: [String] = []
    while try statement.step() {
      if let finding = statement.string(0), finding != "ok" { findings.append(finding) }
    }
    return findings
  }

  private func settingSQL(_ name: String, _ value: String) -> String {
    let value = value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    return "PRAGMA \(Self.checkedPragmaName(name)) = '\(value)'"
  }

  private func journalMode(named name: String?) throws(SQLiteError) -> JournalMode {
    guard let mode = name.flatMap({ JournalMode(rawValue: $0) }) else {
      throw SQLiteError(
        extendedCode: SQLITE_ERROR, message: "unknown journal mode \(name ?? "")", sql: "PRAGMA main.journal_mode",
        path: path)
    }
    return mode
  }

  // Names are part of the SQL text, so only what a name can be is let through.
  private static func checkedPragmaName(_ name: String) -> String {
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    precondition(isName && !name.isEmpty, "`\(name)` is not the name of a pragma")
    return name
  }
}
