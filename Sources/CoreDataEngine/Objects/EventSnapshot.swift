/// The values that slots had before the first change of an event, but for those that the row has. Few slots change in one,
/// so a list serves.
struct EventSnapshot {
  private var entries: ContiguousArray<(slot: Int, value: Value)> = []

  /// The value before the event; nil for a slot that has not changed in it, or that had none.
  subscript(slot: Int) -> Value? {
    for entry in entries where entry.slot == slot { return entry.value }
    return nil
  }

  mutating func note(_ slot: Int, _ value: Value) { entries.append((slot, value)) }
}
