/// Gathers destinations by owner; those of one owner come in a run.
struct DestinationGroups {
  private var groups: [Int64: [ObjectKey]]
  private var owner: Int64 = 0
  private var run: [ObjectKey] = []

  init(capacity: Int) { groups = Dictionary(minimumCapacity: capacity) }

  mutating func append(_ key: ObjectKey, to owner: Int64) {
    if owner != self.owner { endRun(next: owner) }
    run.append(key)
  }

  private mutating func endRun(next: Int64) {
    if !run.isEmpty { groups[owner, default: []] += run }
    run = []
    owner = next
  }

  mutating func finish() -> [Int64: [ObjectKey]] {
    endRun(next: 0)
    return groups
  }
}
