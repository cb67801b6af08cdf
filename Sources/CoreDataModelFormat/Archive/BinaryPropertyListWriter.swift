import Foundation

/// Writes a binary property list, object by object; scalars that are equal are written once.
struct BinaryPropertyListWriter {
  private enum Scalar: Hashable {
    case integer(Int64)
    case real(UInt64)
    case string(String)
    case data(Data)
    case uid(Int)
    case boolean(Bool)
  }

  private enum Node {
    case encoded([UInt8])
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var nodes: [Node] = []
  private var scalars: [Scalar: Int] = [:]

  mutating func boolean(_ value: Bool) -> Int {
    scalar(.boolean(value)) { [value ? 0x09 : 0x08] }
  }

  mutating func integer(_ value: Int64) -> Int {
    scalar(.integer(value)) { Self.encode(value) }
  }

  mutating func real(_ value: Double) -> Int {
    scalar(.real(value.bitPattern)) { [0x23] + Self.bigEndian(value.bitPattern, size: 8) }
  }

  mutating func string(_ value: String) -> Int {
    scalar(.string(value)) {
      if value.utf8.allSatisfy({ $0 < 0x80 }) {
        return Self.header(0x50, length: value.utf8.count) + Array(value.utf8)
      }
      let units = Array(value.utf16)
      return Self.header(0x60, length: units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }
  }

  mutating func data(_ value: Data) -> Int {
    scalar(.data(value)) { Self.header(0x40, length: value.count) + Array(value) }
  }

  mutating func uid(_ value: Int) -> Int {
    scalar(.uid(value)) {
      let size = Self.size(of: UInt64(value))
      return [0x80 | UInt8(size - 1)] + Self.bigEndian(UInt64(value), size: size)
    }
  }

  mutating func date(_ value: Double) -> Int {
    append(.encoded([0x33] + Self.bigEndian(value.bitPattern, size: 8)))
  }

  mutating func array(_ elements: [Int]) -> Int {
    append(.array(elements))
  }

  mutating func dictionary(_ pairs: [(key: String, value: Int)]) -> Int {
    let keys = pairs.map { string($0.key) }
    return append(.dictionary(keys: keys, values: pairs.map(\.value)))
  }

  /// - Parameter top: the object that the list is.
  func finish(top: Int) -> Data {
    let referenceSize = Self.size(of: UInt64(nodes.count))
    var output = Array(BinaryPropertyList.magic)
    var offsets: [Int] = []
    offsets.reserveCapacity(nodes.count)
    func append(references: [Int]) {
      for reference in references { output += Self.bigEndian(UInt64(reference), size: referenceSize) }
    }
    for node in nodes {
      offsets.append(output.count)
      switch node {
      case .encoded(let bytes): output += bytes
      case .array(let elements):
        output += Self.header(0xA0, length: elements.count)
        append(references: elements)
      case .dictionary(let keys, let values):
        output += Self.header(0xD0, length: keys.count)
        append(references: keys)
        append(references: values)
      }
    }
    let table = output.count
    let offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { output += Self.bigEndian(UInt64(offset), size: offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [nodes.count, top, table] { output += Self.bigEndian(UInt64(number), size: 8) }
    return Data(output)
  }

  private mutating func scalar(_ key: Scalar, encode: () -> [UInt8]) -> Int {
    if let index = scalars[key] { return index }
    let index = append(.encoded(encode()))
    scalars[key] = index
    return index
  }

  private mutating func append(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Eight bytes are signed, fewer are not, so negative numbers take eight.
  private static func encode(_ value: Int64) -> [UInt8] {
    let size = value < 0 ? 8 : size(of: UInt64(value))
    return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(bitPattern: value), size: size)
  }

  private static func header(_ marker: UInt8, length: Int) -> [UInt8] {
    length < 15 ? [marker | UInt8(length)] : [marker | 0x0f] + encode(Int64(length))
  }

  private static func size(of value: UInt64) -> Int {
    value <= 0xff ? 1 : value <= 0xffff ? 2 : value <= 0xffff_ffff ? 4 : 8
  }

  private static func bigEndian(_ value: UInt64, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(size - 1 - $0))) }
  }
}
