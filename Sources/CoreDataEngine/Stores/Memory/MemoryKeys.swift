/// Hands out the keys of a store that keeps its rows in memory: each hierarchy counts for itself, or all together where
/// a file names its objects by their keys alone.
final class MemoryKeys: Sendable {
  private let last: Lock<[Int64]>
  let isShared: Bool

  init(rootCount: Int, isShared: Bool = false, first: Int64 = 1) {
    self.isShared = isShared
    last = Lock(Array(repeating: first - 1, count: isShared ? 1 : rootCount))
  }

  /// Keys that were never handed out before.
  func allocate(_ count: Int, root: Int) -> ClosedRange<Int64> {
    last.withLock { last in
      let place = isShared ? 0 : root
      let first = last[place] + 1
      last[place] += Int64(count)
      return first...max(first, last[place])
    }
  }

  /// Never hands out `key`, which a row has.
  func reserve(_ key: Int64, root: Int) {
    last.withLock { last in
      let place = isShared ? 0 : root
      last[place] = max(last[place], key)
    }
  }

  /// The highest keys, by hierarchy; one for all where they are counted together.
  var highest: [Int64] { last.withLock { $0 } }
}
