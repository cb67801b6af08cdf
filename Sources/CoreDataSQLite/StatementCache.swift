import CCoreDataSQLite

/// Idle prepared statements by SQL text, at most `capacity` of them; the one idle for longest goes first.
///
/// A statement leaves the cache while it is in use, so it cannot be handed out twice.
struct StatementCache {
  private let capacity: Int
  private var statements: [Key: PreparedStatement] = [:]
  /// Those that are found by number; they stay.
  private var placed: ContiguousArray<PreparedStatement?> = []
  private unowned(unsafe) var newest: PreparedStatement?
  private unowned(unsafe) var oldest: PreparedStatement?

  init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  var count: Int { statements.count }

  /// Takes the idle statement of this SQL out of the cache.
  mutating func take(_ sql: String) -> PreparedStatement? {
    guard let statement = statements.removeValue(forKey: Key(sql: sql)) else { return nil }
    unlink(statement)
    return statement
  }

  /// Takes the idle statement of a place out of the cache, unless it is one of another SQL: users of one connection may
  /// number their statements differently.
  mutating func take(at place: Int, _ sql: String) -> PreparedStatement? {
    guard place < placed.count, let statement = placed[place], statement.sql == sql else { return nil }
    placed[place] = nil
    return statement
  }

  /// Takes a statement that is reset. It is finalised instead when there is no room or an equal one is idle.
  mutating func put(_ statement: PreparedStatement) {
    guard statement.isCacheable, capacity > 0 else { return }
    if statement.place >= 0 {
      while placed.count <= statement.place { placed.append(nil) }
      placed[statement.place] = statement
      return
    }
    let known = statements.updateValue(statement, forKey: Key(sql: statement.sql))
    if let known { unlink(known) }
    statement.older = newest
    newest?.newer = statement
    newest = statement
    if oldest == nil { oldest = statement }
    if statements.count > capacity, let oldest {
      unlink(oldest)
      statements.removeValue(forKey: Key(sql: oldest.sql))
    }
  }

  mutating func removeAll() {
    statements.removeAll()
    placed.removeAll()
    newest = nil
    oldest = nil
  }

  private mutating func unlink(_ statement: PreparedStatement) {
    if let newer = statement.newer { newer.older = statement.older } else { newest = statement.older }
    if let older = statement.older { older.newer = statement.newer } else { oldest = statement.newer }
    statement.newer = nil
    statement.older = nil
  }
}

extension StatementCache {
  /// SQL compared byte by byte: `String` takes canonically equivalent texts for equal, SQLite does not.
  private struct Key: Hashable {
    let sql: String

    static func == (left: Key, right: Key) -> Bool {
      let count = left.sql.utf8.count
      guard count == right.sql.utf8.count else { return false }
      var (left, right) = (left.sql, right.sql)
      return left.withUTF8 { left in
        right.withUTF8 { right in
          count == 0 || coredata_sqlite_bytes_equal(left.baseAddress, right.baseAddress, UInt(count)) != 0
        }
      }
    }

    func hash(into hasher: inout Hasher) {
      var sql = sql
      sql.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
