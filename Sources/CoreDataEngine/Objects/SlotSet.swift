/// A small set of slots: one word for the first 64, more when an entity has more properties.
struct SlotSet: Equatable {
  private var first: UInt64 = 0
  private var rest: [UInt64] = []

  static let empty = SlotSet()

  var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }

  func contains(_ slot: Int) -> Bool {
    if slot < 64 { return first & (1 << UInt64(slot)) != 0 }
    let word = slot / 64 - 1
    return word < rest.count && rest[word] & (1 << UInt64(slot % 64)) != 0
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 {
      first |= 1 << UInt64(slot)
      return
    }
    let word = slot / 64 - 1
    while rest.count <= word { rest.append(0) }
    rest[word] |= 1 << UInt64(slot % 64)
  }

  mutating func remove(_ slot: Int) {
    if slot < 64 {
      first &= ~(1 << UInt64(slot))
    } else if slot / 64 - 1 < rest.count {
      rest[slot / 64 - 1] &= ~(1 << UInt64(slot % 64))
    }
  }

  mutating func removeAll() { self = .empty }

  mutating func formUnion(_ other: SlotSet) {
    first |= other.first
    while rest.count < other.rest.count { rest.append(0) }
    for index in other.rest.indices { rest[index] |= other.rest[index] }
  }

  /// Calls `body` for each slot, smallest first.
  func forEach(_ body: (Int) throws -> Void) rethrows {
    try SlotSet.forEach(in: first, from: 0, body)
    for (index, word) in rest.enumerated() { try SlotSet.forEach(in: word, from: (index + 1) * 64, body) }
  }

  private static func forEach(in word: UInt64, from base: Int, _ body: (Int) throws -> Void) rethrows {
    var left = word
    while left != 0 {
      try body(base + left.trailingZeroBitCount)
      left &= left - 1
    }
  }
}

extension SlotSet: Hashable {}
