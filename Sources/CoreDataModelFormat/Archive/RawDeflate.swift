import Foundation

/// Decompresses raw deflate data (RFC 1951), up to a size.
///
/// Stores keep their model compressed this way; zlib is not on every platform this module builds on.
package struct RawDeflate {
  private static let lengthBases: [Int] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthExtraBits: [Int] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases: [Int] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private var input: DeflateBits
  private var output: [UInt8] = []
  private let maximumSize: Int

  private init(_ data: Data, maximumSize: Int) {
    input = DeflateBits(Array(data))
    self.maximumSize = maximumSize
  }

  package static func decompress(_ data: Data, maximumSize: Int = 64 << 20) throws(ModelFormatError) -> Data {
    var stream = RawDeflate(data, maximumSize: maximumSize)
    var isLast = false
    while !isLast {
      isLast = try stream.input.bits(1) == 1
      switch try stream.input.bits(2) {
      case 0: try stream.copyStoredBlock()
      case 1: try stream.inflateBlock(literals: .fixedLiterals, distances: .fixedDistances)
      case 2:
        let codes = try stream.readCodes()
        try stream.inflateBlock(literals: codes.literals, distances: codes.distances)
      default: throw DeflateBits.corrupt
      }
    }
    return Data(stream.output)
  }

  private mutating func copyStoredBlock() throws(ModelFormatError) {
    input.alignToByte()
    let length = try input.bits(16)
    guard try input.bits(16) == ~length & 0xffff else { throw DeflateBits.corrupt }
    try reserve(length)
    for _ in 0..<length { output.append(UInt8(try input.bits(8))) }
  }

  private mutating func readCodes() throws(ModelFormatError) -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literalCount = try input.bits(5) + 257
    let distanceCount = try input.bits(5) + 1
    let lengthCount = try input.bits(4) + 4
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<lengthCount { lengths[Self.codeLengthOrder[index]] = UInt8(try input.bits(3)) }
    let code = try HuffmanCode(lengths: lengths)
    var all: [UInt8] = []
    while all.count < literalCount + distanceCount {
      let symbol = try input.symbol(of: code)
      switch symbol {
      case 0..<16: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last else { throw DeflateBits.corrupt }
        all.append(contentsOf: repeatElement(last, count: try input.bits(2) + 3))
      case 17: all.append(contentsOf: repeatElement(0, count: try input.bits(3) + 3))
      default: all.append(contentsOf: repeatElement(0, count: try input.bits(7) + 11))
      }
    }
    guard all.count == literalCount + distanceCount else { throw DeflateBits.corrupt }
    return (
      try HuffmanCode(lengths: Array(all[..<literalCount])), try HuffmanCode(lengths: Array(all[literalCount...]))
    )
  }

  private mutating func inflateBlock(literals: HuffmanCode, distances: HuffmanCode) throws(ModelFormatError) {
    while true {
      let symbol = try input.symbol(of: literals)
      if symbol < 256 {
        try reserve(1)
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengthBases.count else { throw DeflateBits.corrupt }
      let length = Self.lengthBases[symbol - 257] + (try input.bits(Self.lengthExtraBits[symbol - 257]))
      let distanceSymbol = try input.symbol(of: distances)
      guard distanceSymbol < Self.distanceBases.count else { throw DeflateBits.corrupt }
      let distance = Self.distanceBases[distanceSymbol] + (try input.bits(max(0, distanceSymbol / 2 - 1)))
      guard distance <= output.count else { throw DeflateBits.corrupt }
      try reserve(length)
      let start = output.count - distance
      for index in 0..<length { output.append(output[start + index]) }
    }
  }

  private func reserve(_ count: Int) throws(ModelFormatError) {
    guard output.count + count <= maximumSize else {
      throw ModelFormatError(.limitExceeded, reason: "the compressed model expands beyond \(maximumSize) bytes")
    }
  }
}
