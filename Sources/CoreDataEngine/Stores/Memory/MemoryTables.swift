/// What a store in memory holds.
struct MemoryTables {
  /// By root entity, then by key.
  var rows: [[Int64: RowReference]]
  /// The destinations of to-many relationships, by relationship, then by owner.
  var destinations: [Int: [Int64: [ObjectKey]]] = [:]
  var lastKeys: [Int64]
  var metadata: [String: Any]

  init(model: CompiledModel, metadata: [String: Any]) {
    rows = Array(repeating: [:], count: model.rootCount)
    lastKeys = Array(repeating: 0, count: model.rootCount)
    self.metadata = metadata
  }

  mutating func allocate(_ count: Int, root: Int) -> ClosedRange<Int64> {
    let first = lastKeys[root] + 1
    lastKeys[root] += Int64(count)
    return first...max(first, lastKeys[root])
  }
}
