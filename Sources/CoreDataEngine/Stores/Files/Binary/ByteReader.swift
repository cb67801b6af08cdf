/// Takes apart what a `ByteWriter` has written. Never reads beyond the end, whatever the bytes say.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ data: some Sequence<UInt8>) { bytes = Array(data) }

  var isAtEnd: Bool { position == bytes.count }
  /// What has not been read yet.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let taken = try take(MemoryLayout<Number>.size)
    var number: Number = 0
    withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: taken) }
    return Number(littleEndian: number)
  }

  mutating func data() throws -> Data { Data(try take(Int(try number(UInt32.self)))) }

  mutating func text() throws -> String {
    guard let text = String(validating: try take(Int(try number(UInt32.self))), as: UTF8.self) else {
      throw StoreFileProblem("it holds text that is no UTF-8")
    }
    return text
  }

  /// A number of things to come, each of which takes one byte at least.
  mutating func count() throws -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= bytes.count - position else { throw StoreFileProblem("it ends too early") }
    return count
  }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw StoreFileProblem("it ends too early") }
    defer { position += count }
    return bytes[position..<(position + count)]
  }
}
