import CoreDataSQLite

/// Lists of keys as parameters of a statement: in a few sizes, so that a few statements serve every length.
enum KeyChunks {
  private static let sizes = [1, 8, 64, largest]
  static let largest = 512

  /// Calls `body` for each part of `keys` with the number of parameters to prepare and the keys to bind.
  static func forEach(_ keys: [Int64], _ body: (Int, ArraySlice<Int64>) throws -> Void) rethrows {
    var rest = keys[...]
    while !rest.isEmpty {
      let size = sizes.first { $0 >= rest.count } ?? largest
      let part = rest.prefix(size)
      rest = rest.dropFirst(part.count)
      try body(size, part)
    }
  }

  /// The range that the keys are, one after the other and without a gap; nil when they are none, or one.
  static func range(_ keys: [Int64]) -> ClosedRange<Int64>? {
    guard keys.count > 1, let first = keys.first, let last = keys.last, last &- first == Int64(keys.count - 1) else {
      return nil
    }
    var key = first
    for next in keys.dropFirst() {
      guard next == key + 1 else { return nil }
      key = next
    }
    return first...last
  }

  /// Binds the keys from the first parameter on, and NULL, which equals nothing, to those left over.
  static func bind(_ keys: ArraySlice<Int64>, count: Int, to statement: Statement) {
    var index: Int32 = 1
    for key in keys {
      statement.bind(key, at: index)
      index += 1
    }
    while index <= count {
      statement.bindNull(at: index)
      index += 1
    }
  }
}
