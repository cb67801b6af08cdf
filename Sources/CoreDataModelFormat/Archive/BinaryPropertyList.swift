import Foundation

/// A binary property list as a flat table of objects that refer to one another by number.
///
/// Foundation's reader hides the references of keyed archives on Linux and recurses over untrusted data; this one
/// reads each object once and never more payload than the file has bytes, however its objects overlap.
struct BinaryPropertyList {
  enum Object {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case date(Double)
    case data(Data)
    case string(String)
    case uid(Int)
    case array([Int])
    case dictionary([(key: Int, value: Int)])
  }

  static let magic = Data("bplist00".utf8)

  private(set) var objects: [Object] = []
  let top: Int
  private let bytes: Data
  private let referenceSize: Int
  /// Bytes of payload that may still be read.
  private var budget: Int

  init(_ data: Data) throws(ModelFormatError) {
    // Offsets below count from zero, which a slice's indices need not.
    bytes = data.startIndex == 0 ? data : Data(data)
    guard bytes.starts(with: Self.magic), bytes.count >= 8 + 32 else {
      throw Self.malformed("the file is not a binary property list")
    }
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    budget = bytes.count
    guard let count = Self.integer(bytes, at: trailer + 8, size: 8),
      let topIndex = Self.integer(bytes, at: trailer + 16, size: 8),
      let table = Self.integer(bytes, at: trailer + 24, size: 8),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      table >= 8, table <= trailer, count > 0, count <= (trailer - table) / offsetSize, topIndex < count
    else { throw Self.malformed("the trailer of the property list contradicts the file's size") }
    top = topIndex
    objects.reserveCapacity(count)
    for index in 0..<count {
      guard let offset = Self.integer(bytes, at: table + index * offsetSize, size: offsetSize), offset < table else {
        throw Self.malformed("object \(index) lies outside the file")
      }
      objects.append(try object(at: offset, end: table, count: count))
    }
  }

  private mutating func object(at offset: Int, end: Int, count: Int) throws(ModelFormatError) -> Object {
    let marker = bytes[offset]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0:
      switch marker {
      case 0x00: return .null
      case 0x08: return .boolean(false)
      case 0x09: return .boolean(true)
      default: throw Self.malformed("unknown object marker \(marker)")
      }
    case 0x1:
      let size = 1 << low
      guard size <= 16 else { throw Self.malformed("an integer of \(size) bytes") }
      let payload = try payload(at: offset + 1, count: size, end: end)
      // Sixteen bytes hold what does not fit a signed 64-bit number; models never need more than the lower half.
      return .integer(Self.signed(bytes, at: payload.upperBound - min(size, 8), size: min(size, 8)))
    case 0x2:
      guard low == 2 || low == 3 else { throw Self.malformed("a real number of \(1 << low) bytes") }
      return .real(try real(at: offset + 1, size: 1 << low, end: end))
    case 0x3:
      guard low == 3 else { throw Self.malformed("a date of \(1 << low) bytes") }
      return .date(try real(at: offset + 1, size: 8, end: end))
    case 0x8:
      let payload = try payload(at: offset + 1, count: low + 1, end: end)
      guard let value = Self.integer(bytes, at: payload.lowerBound, size: min(low + 1, 8)) else {
        throw Self.malformed("an archive reference is out of range")
      }
      return .uid(value)
    default:
      return try sized(marker: marker, at: offset, end: end, count: count)
    }
  }

  /// The objects whose marker or a following integer says how long they are.
  private mutating func sized(marker: UInt8, at offset: Int, end: Int, count: Int) throws(ModelFormatError) -> Object {
    var length = Int(marker & 0x0f)
    var start = offset + 1
    if length == 15 {
      guard start < end, bytes[start] >> 4 == 1, bytes[start] & 0x0f <= 3 else {
        throw Self.malformed("an object's length is not a number")
      }
      let size = 1 << Int(bytes[start] & 0x0f)
      guard start + 1 + size <= end, let value = Self.integer(bytes, at: start + 1, size: size) else {
        throw Self.malformed("an object's length is out of range")
      }
      length = value
      start += 1 + size
    }
    switch marker >> 4 {
    case 0x4:
      return .data(bytes.subdata(in: try payload(at: start, count: length, end: end)))
    case 0x5:
      return .string(String(decoding: bytes[try payload(at: start, count: length, end: end)], as: UTF8.self))
    case 0x6:
      let payload = try payload(at: start, count: length, width: 2, end: end)
      let units = stride(from: payload.lowerBound, to: payload.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    case 0xA, 0xC:
      let payload = try payload(at: start, count: length, width: referenceSize, end: end)
      return .array(try references(from: payload.lowerBound, length: length, count: count))
    case 0xD:
      let payload = try payload(at: start, count: length, width: 2 * referenceSize, end: end)
      let keys = try references(from: payload.lowerBound, length: length, count: count)
      let values = try references(from: payload.lowerBound + length * referenceSize, length: length, count: count)
      return .dictionary(Array(zip(keys, values)).map { (key: $0.0, value: $0.1) })
    default:
      throw Self.malformed("unknown object marker \(marker)")
    }
  }

  private mutating func payload(
    at start: Int, count: Int, width: Int = 1, end: Int
  ) throws(ModelFormatError) -> Range<Int> {
    let (size, overflow) = count.multipliedReportingOverflow(by: width)
    guard !overflow, start <= end, size <= end - start else {
      throw Self.malformed("an object runs past the file's end")
    }
    guard size <= budget else {
      throw ModelFormatError(.limitExceeded, reason: "the objects of the property list overlap")
    }
    budget -= size
    return start..<(start + size)
  }

  private mutating func real(at start: Int, size: Int, end: Int) throws(ModelFormatError) -> Double {
    let payload = try payload(at: start, count: size, end: end)
    let pattern = UInt64(bitPattern: Self.signed(bytes, at: payload.lowerBound, size: size))
    return size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))) : Double(bitPattern: pattern)
  }

  private func references(from start: Int, length: Int, count: Int) throws(ModelFormatError) -> [Int] {
    var references: [Int] = []
    references.reserveCapacity(length)
    for index in 0..<length {
      guard let reference = Self.integer(bytes, at: start + index * referenceSize, size: referenceSize),
        reference < count
      else { throw Self.malformed("a reference to an object that does not exist") }
      references.append(reference)
    }
    return references
  }

  /// Big-endian; one and two and four bytes are unsigned, eight are signed.
  private static func signed(_ bytes: Data, at start: Int, size: Int) -> Int64 {
    var value: UInt64 = 0
    for index in start..<(start + size) { value = value << 8 | UInt64(bytes[index]) }
    return Int64(bitPattern: value)
  }

  /// Nil if the number is negative or too large for an offset.
  private static func integer(_ bytes: Data, at start: Int, size: Int) -> Int? {
    let value = signed(bytes, at: start, size: size)
    return value < 0 ? nil : Int(value)
  }

  static func malformed(_ reason: String) -> ModelFormatError {
    ModelFormatError(.malformedArchive, reason: reason)
  }
}
