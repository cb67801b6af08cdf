/// The cyclic redundancy check of ISO 3309, which finds what a disk or a copy has damaged.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
  }

  static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    let table = table
    var value = UInt32.max
    for byte in bytes { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xff)] }
    return ~value
  }
}
