import CoreDataSQLite

extension Statement {
  /// Runs the statement; false when a unique index refuses it, which leaves the transaction as it was.
  @inline(__always)
  func runIfUnique() throws -> Bool {
    do {
      try run()
      return true
    } catch {
      guard error.extendedCode == SQLiteCode.constraintUnique.rawValue else { throw error }
      return false
    }
  }
}
