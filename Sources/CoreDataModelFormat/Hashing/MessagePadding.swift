/// The padding of FIPS 180-4, which both hash functions share.
enum MessagePadding {
  /// Appends a one bit, zeros, and the length in bits, so that the whole fills blocks.
  static func pad(_ message: some Sequence<UInt8>, blockSize: Int, lengthSize: Int) -> [UInt8] {
    var padded = Array(message)
    let bitCount = UInt64(padded.count) * 8
    padded.append(0x80)
    let used = (padded.count + lengthSize) % blockSize
    let zeros = (used == 0 ? 0 : blockSize - used) + lengthSize - 8
    padded.append(contentsOf: repeatElement(0, count: zeros))
    for shift in stride(from: 56, through: 0, by: -8) { padded.append(UInt8(truncatingIfNeeded: bitCount >> shift)) }
    return padded
  }
}
