/// A time of day or a difference of times as `tzdata.zi` writes it: `2`, `23:30`, `-0:1:15`, `1u`.
struct ClockTime: Sendable, Equatable {
  /// The clock that a time of day is read from.
  enum Clock: Int, Sendable { case wall, standard, universal }

  let seconds: Int
  let clock: Clock

  init?(_ text: Substring) {
    var digits = text
    switch text.last {
    case "s": clock = .standard
    case "u", "g", "z": clock = .universal
    default: clock = .wall
    }
    if text.last?.isLetter == true { digits.removeLast() }
    let isNegative = digits.first == "-"
    if isNegative { digits.removeFirst() }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0
    for (part, unit) in zip(parts, [3600, 60, 1]) {
      guard let part, part >= 0 else { return nil }
      total += part * unit
    }
    seconds = isNegative ? -total : total
  }
}
