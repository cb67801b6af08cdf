import CCoreDataSQLite

extension Connection {
  /// Counters of a connection's life.
  package struct Statistics: Hashable, Sendable {
    /// Statements compiled from SQL.
    package var prepared = 0
    /// Statements handed out from the cache instead.
    package var cacheHits = 0
    /// Executions begun, each script of ``Connection/execute(_:)`` counting once.
    package var executed = 0
  }

  /// Whether the database cannot be written through this connection, asked for or forced by the file's permissions.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Rows changed by the last `INSERT`, `UPDATE` or `DELETE`.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// Rows changed since the connection was opened, triggers included.
  package var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// The rowid of the last inserted row; 0 before any. An insertion that inserts nothing leaves it as it is: setting it to 0
  /// before tells them apart.
  package var lastInsertRowID: Int64 {
    get { sqlite3_last_insert_rowid(handle) }
    set { sqlite3_set_last_insert_rowid(handle, newValue) }
  }

  /// Whether the file was unlinked, renamed or replaced since it was opened: what is written now would be lost.
  package var hasMoved: Bool { coredata_sqlite_has_moved(handle) != 0 }

  /// The number of `?` one statement may have.
  package var maximumVariableCount: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, -1)) }

  /// The depth of the tree one expression may have; a chain of `OR` is as deep as it is long. 0 means no limit.
  package var maximumExpressionDepth: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, -1)) }

  /// The number of `SELECT`s one compound may have.
  package var maximumCompoundSelectCount: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, -1)) }
}
