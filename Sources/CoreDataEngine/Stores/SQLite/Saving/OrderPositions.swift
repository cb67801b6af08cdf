/// The sort keys of an ordered relationship: 2048, 3072, 4096… in a new list, and as few new ones as can be in a list that
/// has changed.
enum OrderPositions {
  private static let first: Int64 = 2_048
  private static let step: Int64 = 1_024

  /// The members whose key changes, with the new one. `current` has the stored keys.
  static func changes(of members: [Int64], from current: [Int64: Int64]) -> [(member: Int64, position: Int64)] {
    var positions = kept(members, current)
    guard fill(&positions) else {
      return members.enumerated().map { ($1, first + step * Int64($0)) }.filter { current[$0.0] != $0.1 }
    }
    return zip(members, positions).compactMap { member, position in
      position.flatMap { current[member] == $0 ? nil : (member, $0) }
    }
  }

  /// The keys of the longest part of the list that is in order already; nil for the other members.
  private static func kept(_ members: [Int64], _ current: [Int64: Int64]) -> [Int64?] {
    var tails: [Int] = []
    var before = Array(repeating: -1, count: members.count)
    let stored = members.map { current[$0].flatMap { $0 > 0 ? $0 : nil } }
    for (index, position) in stored.enumerated() {
      guard let position else { continue }
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if let tail = stored[tails[middle]], tail < position { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: [Int64?] = Array(repeating: nil, count: members.count)
    var index = tails.last ?? -1
    while index >= 0 {
      result[index] = stored[index]
      index = before[index]
    }
    return result
  }

  /// Puts the others between those that are kept; false when there is no room.
  private static func fill(_ positions: inout [Int64?]) -> Bool {
    var low: Int64 = 0
    var index = 0
    while index < positions.count {
      if let position = positions[index] {
        low = position
        index += 1
        continue
      }
      let end = positions[index...].firstIndex { $0 != nil } ?? positions.count
      let count = Int64(end - index)
      if end < positions.count, let high = positions[end] {
        guard high - low > count else { return false }
        for place in 1...count { positions[index + Int(place) - 1] = low + (high - low) * place / (count + 1) }
      } else {
        let start = low == 0 ? first : low + step
        guard start < Int64.max - step * count else { return false }
        for place in 0..<count { positions[index + Int(place)] = start + step * place }
      }
      index = end
    }
    return true
  }
}
