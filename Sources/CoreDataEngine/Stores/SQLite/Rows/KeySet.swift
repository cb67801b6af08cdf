import CoreDataSQLite

/// A set of keys that are most of those a table has, as one bit for each.
struct KeySet {
  private var words: ContiguousArray<UInt64>

  /// nil unless `keys` are many, and at least half of what the table can hold.
  init?(_ keys: [Int64], ofMostRowsIn table: SQLIdentifier, _ connection: Connection) throws {
    guard keys.count > KeyChunks.largest else { return nil }
    let highest = Int(try connection.scalar("SELECT max(Z_PK) FROM \(table)") ?? 0)
    guard keys.count >= highest / 2 else { return nil }
    words = ContiguousArray(repeating: 0, count: highest / 64 + 1)
    // A key above the highest one has no row any more.
    for key in keys where key > 0 && key <= highest { words[Int(key) / 64] |= 1 << UInt64(key % 64) }
  }

  @inline(__always) func contains(_ key: Int64) -> Bool {
    key > 0 && key < words.count * 64 && words[Int(key) / 64] & (1 << UInt64(key % 64)) != 0
  }
}
