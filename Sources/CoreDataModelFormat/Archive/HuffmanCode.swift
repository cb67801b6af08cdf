/// A canonical Huffman code: how many codes of each length, and the symbols in code order.
struct HuffmanCode {
  static let maximumLength = 15

  static let fixedLiterals = HuffmanCode(
    complete: [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
      + [UInt8](repeating: 8, count: 8))
  static let fixedDistances = HuffmanCode(complete: [UInt8](repeating: 5, count: 30))

  private(set) var counts = [Int](repeating: 0, count: maximumLength + 1)
  private(set) var symbols: [UInt16] = []

  /// - Throws: for lengths that more codes share than there is room for.
  init(lengths: [UInt8]) throws(ModelFormatError) {
    self.init(complete: lengths)
    var free = 1
    for length in 1...Self.maximumLength {
      free = free << 1 - counts[length]
      guard free >= 0 else { throw DeflateBits.corrupt }
    }
  }

  private init(complete lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    for length in 1...Self.maximumLength {
      for (symbol, symbolLength) in lengths.enumerated() where Int(symbolLength) == length {
        symbols.append(UInt16(symbol))
      }
    }
  }
}
