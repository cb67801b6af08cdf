import Foundation

/// Reads the model cache of a store straight from the pages of the SQLite file, so that these tests need no SQLite.
struct StoreModelCache {
  private let bytes: [UInt8]
  private let pageSize: Int
  private let usable: Int

  /// The content of `Z_MODELCACHE`; nil if the file has no such row outside its log.
  static func content(of url: URL) throws -> Data? {
    let bytes = [UInt8](try Data(contentsOf: url))
    guard bytes.starts(with: Array("SQLite format 3".utf8)) else { return nil }
    let store = StoreModelCache(bytes: bytes)
    let table = store.records(page: 1).first {
      $0.count > 3 && String(decoding: $0[1], as: UTF8.self) == "Z_MODELCACHE"
    }
    guard let root = table?[3].reduce(0, { $0 << 8 | Int($1) }) else { return nil }
    return store.records(page: root).first?.first.map { Data($0) }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    usable = pageSize - Int(bytes[20])
  }

  /// The columns of every record of a table, as raw bytes.
  private func records(page: Int) -> [[[UInt8]]] {
    let start = (page - 1) * pageSize
    let header = page == 1 ? start + 100 : start
    let isLeaf = bytes[header] == 0x0d
    let cells = (0..<number(at: header + 3, size: 2)).map { index in
      start + number(at: header + (isLeaf ? 8 : 12) + 2 * index, size: 2)
    }
    guard !isLeaf else { return cells.map { record(at: $0) } }
    let children = cells.map { number(at: $0, size: 4) } + [number(at: header + 8, size: 4)]
    return children.flatMap { records(page: $0) }
  }

  private func record(at cell: Int) -> [[UInt8]] {
    var position = cell
    let size = varint(in: bytes, at: &position)
    _ = varint(in: bytes, at: &position)
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    let local = size <= usable - 35 ? size : fitting <= usable - 35 ? fitting : least
    var payload = Array(bytes[position..<(position + local)])
    var next = size > local ? number(at: position + local, size: 4) : 0
    while next != 0 {
      let start = (next - 1) * pageSize
      payload += bytes[(start + 4)..<(start + 4 + min(usable - 4, size - payload.count))]
      next = number(at: start, size: 4)
    }
    var head = 0
    let headSize = varint(in: payload, at: &head)
    var body = headSize
    var columns: [[UInt8]] = []
    while head < headSize {
      let type = varint(in: payload, at: &head)
      let length = type >= 12 ? (type - 12) / 2 : [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type]
      columns.append(Array(payload[body..<(body + length)]))
      body += length
    }
    return columns
  }

  private func number(at position: Int, size: Int) -> Int {
    bytes[position..<(position + size)].reduce(0) { $0 << 8 | Int($1) }
  }

  private func varint(in bytes: [UInt8], at position: inout Int) -> Int {
    var value = 0
    for _ in 0..<9 {
      let byte = bytes[position]
      position += 1
      value = value << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { break }
    }
    return value
  }
}
