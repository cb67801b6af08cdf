import CCoreDataSQLite

/// A compiled statement and its place in the statement cache.
///
/// Owned by one ``Statement`` while in use, by the cache while idle.
@usableFromInline
final class PreparedStatement {
  let handle: OpaquePointer
  let sql: String
  let isCacheable: Bool
  // Links of the cache's list; its dictionary owns the nodes, so they need no counting.
  unowned(unsafe) var newer: PreparedStatement?
  unowned(unsafe) var older: PreparedStatement?

  init(handle: OpaquePointer, sql: String, isCacheable: Bool) {
    self.handle = handle
    self.sql = sql
    self.isCacheable = isCacheable
  }

  deinit {
    sqlite3_finalize(handle)
  }
}
