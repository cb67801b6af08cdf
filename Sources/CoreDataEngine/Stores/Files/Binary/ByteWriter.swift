/// Puts numbers, text and bytes one after the other, numbers with the low byte first.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The length, then the bytes.
  mutating func append(_ data: Data) {
    append(UInt32(truncatingIfNeeded: data.count))
    bytes.append(contentsOf: data)
  }

  mutating func append(_ text: String) {
    append(UInt32(truncatingIfNeeded: text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// The bytes alone.
  mutating func append(contentsOf data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }
}
