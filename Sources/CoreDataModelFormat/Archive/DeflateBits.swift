/// The bit stream of deflate data: least significant bit first.
struct DeflateBits {
  static let corrupt = ModelFormatError(.malformedArchive, reason: "the compressed model is damaged")

  private let bytes: [UInt8]
  private var position = 0
  private var buffer: UInt32 = 0
  private var bitCount = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// - Parameter count: at most 16.
  mutating func bits(_ count: Int) throws(ModelFormatError) -> Int {
    while bitCount < count {
      guard position < bytes.count else { throw Self.corrupt }
      buffer |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = buffer & (1 << UInt32(count) - 1)
    buffer >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  mutating func alignToByte() {
    buffer >>= UInt32(bitCount % 8)
    bitCount -= bitCount % 8
  }

  mutating func symbol(of code: HuffmanCode) throws(ModelFormatError) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...HuffmanCode.maximumLength {
      value |= try bits(1)
      let count = code.counts[length]
      if value - count < first { return Int(code.symbols[index + value - first]) }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Self.corrupt
  }
}
