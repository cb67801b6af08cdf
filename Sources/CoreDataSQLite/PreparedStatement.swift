import CCoreDataSQLite

/// A compiled statement and its place in the statement cache.
///
/// Owned by one ``Statement`` while in use, by the cache while idle.
@usableFromInline
final class PreparedStatement {
  let handle: OpaquePointer
  let sql: String
  let isCacheable: Bool
  /// The place in the cache of a statement that is found by number; -1 for one that is found by its text.
  let place: Int
  // Links of the cache's list; its dictionary owns the nodes, so they need no counting.
  unowned(unsafe) var newer: PreparedStatement?
  unowned(unsafe) var older: PreparedStatement?

  init(handle: OpaquePointer, sql: String, isCacheable: Bool, place: Int = -1) {
    self.handle = handle
    self.sql = sql
    self.isCacheable = isCacheable
    self.place = place
  }

  deinit {
    sqlite3_finalize(handle)
  }
}
