/// A packed row: a view into a `RowPage`, which the caller keeps alive.
///
/// Layout: key (8 bytes), version (4), entity index (2), number of further null words and flags (2), length (4), the null
/// bits of the first 32 cells (4), further words of null bits, one cell of 8 bytes for each stored property, then the
/// bytes of strings and data. A cell is the number itself, or offset and length (4 bytes each, the offset from the row's
/// start).
struct Row {
  let base: UnsafeRawPointer

  static let headerSize = 24
  /// The null bits in the header.
  static let inlineNulls = 32
  /// The mark of a row of keys alone.
  static let hasNoValues: UInt16 = 1 << 15
  static func nullWords(cells: Int) -> Int { max(0, cells - inlineNulls + 63) / 64 }

  @inline(__always) var key: Int64 { base.load(as: Int64.self) }
  /// The optimistic-lock counter, `Z_OPT`.
  @inline(__always) var version: Int32 { base.load(fromByteOffset: 8, as: Int32.self) }
  /// The index of the row's entity in the compiled model.
  @inline(__always) var entityIndex: Int { Int(base.load(fromByteOffset: 12, as: UInt16.self)) }
  @inline(__always) var length: Int { Int(base.load(fromByteOffset: 16, as: UInt32.self)) }
  @inline(__always) private var info: UInt16 { base.load(fromByteOffset: 14, as: UInt16.self) }
  @inline(__always) private var cells: Int { Row.headerSize &+ 8 &* Int(info & ~Row.hasNoValues) }
  /// Whether the row has values; a row of keys alone has none.
  @inline(__always) var hasValues: Bool { info & Row.hasNoValues == 0 }

  @inline(__always) func isNull(_ cell: Int) -> Bool {
    if cell < Row.inlineNulls { return base.load(fromByteOffset: 20, as: UInt32.self) & (1 << UInt32(cell)) != 0 }
    let bit = cell - Row.inlineNulls
    return base.load(fromByteOffset: Row.headerSize + (bit >> 6) * 8, as: UInt64.self) & (1 << UInt64(bit & 63)) != 0
  }

  @inline(__always) func integer(_ cell: Int) -> Int64 { base.load(fromByteOffset: cells &+ cell &* 8, as: Int64.self) }
  @inline(__always) func double(_ cell: Int) -> Double {
    base.load(fromByteOffset: cells &+ cell &* 8, as: Double.self)
  }

  @inline(__always) func bytes(_ cell: Int) -> UnsafeRawBufferPointer {
    let at = cells &+ cell &* 8
    let offset = Int(base.load(fromByteOffset: at, as: UInt32.self))
    let count = Int(base.load(fromByteOffset: at + 4, as: UInt32.self))
    return UnsafeRawBufferPointer(start: base + offset, count: count)
  }

  @inline(__always) func string(_ cell: Int) -> String { String(decoding: bytes(cell), as: UTF8.self) }

  func data(_ cell: Int) -> Data {
    let bytes = bytes(cell)
    return bytes.baseAddress.map { Data(bytes: $0, count: bytes.count) } ?? Data()
  }

  func uuid(_ cell: Int) -> UUID? {
    let bytes = bytes(cell)
    guard bytes.count == 16 else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  /// Decimals are packed as text, in the locale-free form that `Decimal.description` prints.
  func decimal(_ cell: Int) -> Decimal? { Decimal(string: string(cell), locale: Row.posix) }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
