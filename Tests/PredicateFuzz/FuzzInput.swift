/// One input, told by the seed and its number alone, so that each can be repeated without those before it.
struct FuzzInput {
  private var random: FuzzRandom

  init(seed: UInt64, number: Int) {
    random = FuzzRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(number) &* 0xD134_2543_DE82_EF95)
  }

  mutating func text() -> String {
    switch random.number(0...9) {
    case 0...4: return mutated()
    case 5...7:
      var grammar = FuzzGrammar(random: random)
      return grammar.predicate(depth: random.number(1...5))
    case 8:
      var grammar = FuzzGrammar(random: random)
      return mutated(grammar.predicate(depth: 3))
    default: return noise()
    }
  }

  private mutating func mutated() -> String { mutated(random.pick(FuzzCorpus.formats)) }

  /// A text with a few changes.
  private mutating func mutated(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<random.number(1...4) {
      let place = random.number(0...scalars.count)
      let end = min(scalars.count, place + random.number(0...6))
      switch random.number(0...6) {
      case 0: scalars.removeSubrange(place..<end)
      case 1: scalars.insert(contentsOf: random.pick(FuzzCorpus.words).unicodeScalars, at: place)
      case 2: scalars.insert(contentsOf: scalars[place..<end], at: random.number(0...scalars.count))
      case 3 where place < scalars.count: scalars[place] = random.scalar()
      case 4:
        let other = Array(random.pick(FuzzCorpus.formats).unicodeScalars)
        scalars.replaceSubrange(place..<scalars.count, with: other[random.number(0...other.count)...])
      case 5: scalars.replaceSubrange(place..<end, with: random.pick(FuzzCorpus.words).unicodeScalars)
      default:
        // Long repetitions find what is not limited.
        let piece = Array(scalars[place..<end])
        let count = random.number(0...99) == 0 ? 3_000 : random.number(0...8)
        for _ in 0..<count { scalars.insert(contentsOf: piece, at: place) }
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private mutating func noise() -> String {
    if random.number(0...1) == 0 {
      let words = (0..<random.number(0...20)).map { _ in random.pick(FuzzCorpus.words) }
      return words.joined(separator: random.number(0...2) == 0 ? "" : " ")
    }
    return String(String.UnicodeScalarView((0..<random.number(0...40)).map { _ in random.scalar() }))
  }
}

/// Repeatable random numbers (SplitMix64).
struct FuzzRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  mutating func pick<T>(_ list: [T]) -> T { list[number(0...(list.count - 1))] }

  /// Mostly of ASCII, at times any.
  mutating func scalar() -> Unicode.Scalar {
    switch number(0...9) {
    case 0: Unicode.Scalar(UInt32(number(0...0x10FFFF))) ?? "\u{FFFD}"
    case 1: Unicode.Scalar(UInt32(number(0x80...0x500))) ?? "é"
    default: Unicode.Scalar(UInt8(number(0...127)))
    }
  }
}
