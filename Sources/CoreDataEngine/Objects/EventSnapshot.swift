/// The values that slots had before the first change of an event. Few slots change in one, so a list serves.
struct EventSnapshot {
  private var entries: ContiguousArray<(slot: Int, value: Value)> = []

  /// The value before the event; nil for a slot that has not changed in it.
  subscript(slot: Int) -> Value? {
    for entry in entries where entry.slot == slot { return entry.value }
    return nil
  }

  mutating func note(_ slot: Int, _ value: Value) { entries.append((slot, value)) }
}
