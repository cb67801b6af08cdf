/// The databases in memory that stores of this process share by name. A database goes with the last store that uses it.
final class SharedMemoryPools: Sendable {
  static let shared = SharedMemoryPools()

  private struct Entry {
    weak var pool: ConnectionPool?
  }

  private let pools = Lock<[String: Entry]>([:])

  /// The pool of a name; made by `make`, which also creates the tables, when no store uses the name.
  func pool(named name: String, make: () throws -> ConnectionPool) throws -> (pool: ConnectionPool, isNew: Bool) {
    try pools.withLock { pools in
      if let pool = pools[name]?.pool { return (pool, false) }
      let pool = try make()
      pools = pools.filter { $0.value.pool != nil }
      pools[name] = Entry(pool: pool)
      return (pool, true)
    }
  }
}
