import CCoreDataRows

/// Packs rows into pages.
///
/// Each row is `begin`, then each cell once, then `end`. Cells that are not set are null. Pages start small, so that
/// one row does not cost 64 KiB.
struct RowWriter {
  private(set) var pages: [RowPage] = []
  private var page: RowPage?
  /// The row being written, in `page` at `page.used`.
  private var start: UnsafeMutableRawPointer
  var length = 0
  private var cells = 0
  private var nextCapacity: Int

  static let pageSize = 65_536

  /// A writer whose first page has room for `firstCapacity` bytes.
  init(firstCapacity: Int = 4_096) {
    nextCapacity = firstCapacity
    start = UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped  // Replaced by the first `begin`.
  }

  @inline(__always)
  mutating func begin(key: Int64, version: Int32, entityIndex: Int, cellCount: Int, hasValues: Bool = true) {
    let words = Row.nullWords(cells: cellCount)
    let fixed = Row.headerSize + words * 8 + cellCount * 8
    length = 0
    reserve(fixed)
    length = fixed
    cells = Row.headerSize + words * 8
    start.storeBytes(of: key, as: Int64.self)
    start.storeBytes(of: version, toByteOffset: 8, as: Int32.self)
    start.storeBytes(of: UInt16(truncatingIfNeeded: entityIndex), toByteOffset: 12, as: UInt16.self)
    start.storeBytes(
      of: UInt16(truncatingIfNeeded: words) | (hasValues ? 0 : Row.hasNoValues), toByteOffset: 14, as: UInt16.self)
    start.storeBytes(of: .max, toByteOffset: 20, as: UInt32.self)
    for word in 0..<words {
      start.storeBytes(of: .max, toByteOffset: Row.headerSize + word * 8, as: UInt64.self)
    }
  }

  @inline(__always) mutating func set(_ value: Int64, cell: Int) {
    start.storeBytes(of: value, toByteOffset: cells + cell * 8, as: Int64.self)
    clearNull(cell)
  }

  @inline(__always) mutating func set(_ value: Double, cell: Int) {
    start.storeBytes(of: value, toByteOffset: cells + cell * 8, as: Double.self)
    clearNull(cell)
  }

  @inline(__always) mutating func set(_ bytes: UnsafeRawBufferPointer, cell: Int) {
    reserve(bytes.count)
    if let source = bytes.baseAddress { (start + length).copyMemory(from: source, byteCount: bytes.count) }
    let at = cells + cell * 8
    start.storeBytes(of: UInt32(truncatingIfNeeded: length), toByteOffset: at, as: UInt32.self)
    start.storeBytes(of: UInt32(truncatingIfNeeded: bytes.count), toByteOffset: at + 4, as: UInt32.self)
    length += bytes.count
    clearNull(cell)
  }

  /// The row as C writes it.
  @inline(__always) var openRow: coredata_open_row {
    coredata_open_row(
      start: start.assumingMemoryBound(to: UInt8.self), cells: cells, length: length,
      room: page.map { $0.capacity - $0.used } ?? 0)
  }

  /// Ends the row; gives its place.
  @discardableResult @inline(__always)
  mutating func end() -> RowReference {
    let offset = commit()
    return RowReference(page: pages[pages.count - 1], offset: offset)
  }

  /// Ends the row; gives its offset in the last page.
  @inline(__always)
  mutating func commit() -> Int {
    let rounded = (length + 7) & ~7
    reserve(rounded - length)
    start.storeBytes(of: UInt32(truncatingIfNeeded: rounded), toByteOffset: 16, as: UInt32.self)
    guard let page else { fatalError("A row was ended that was not begun.") }
    let offset = page.used
    page.commitRow(length: rounded)
    return offset
  }

  /// Copies a whole row.
  mutating func append(_ row: Row) {
    let count = row.length
    length = 0
    reserve(count)
    start.copyMemory(from: row.base, byteCount: count)
    page?.commitRow(length: count)
  }

  @inline(__always) private mutating func clearNull(_ cell: Int) {
    if cell < Row.inlineNulls {
      let bits = start.load(fromByteOffset: 20, as: UInt32.self)
      start.storeBytes(of: bits & ~(1 << UInt32(cell)), toByteOffset: 20, as: UInt32.self)
      return
    }
    let bit = cell - Row.inlineNulls
    let at = Row.headerSize + (bit >> 6) * 8
    let word = start.load(fromByteOffset: at, as: UInt64.self)
    start.storeBytes(of: word & ~(1 << UInt64(bit & 63)), toByteOffset: at, as: UInt64.self)
  }

  /// Makes room for `count` more bytes of the current row, moving it to a new page when the current one is full.
  @inline(__always) private mutating func reserve(_ count: Int) {
    if let page, page.used + length + count <= page.capacity {
      start = page.memory + page.used
    } else {
      startPage(holding: count)
    }
  }

  @inline(never) private mutating func startPage(holding count: Int) {
    let needed = length + count
    let new = RowPage(capacity: max(nextCapacity, needed + needed / 2 + 8))
    nextCapacity = min(nextCapacity * 4, RowWriter.pageSize)
    if length > 0 { new.memory.copyMemory(from: start, byteCount: length) }
    if let old = page, old.count == 0 { pages.removeLast() }
    pages.append(new)
    page = new
    start = new.memory
  }

  /// The finished pages so far, without the one being filled; the caller takes them over.
  mutating func takeFullPages() -> ArraySlice<RowPage> {
    guard pages.count > 1 else { return [] }
    let full = pages.dropLast()
    pages = [pages[pages.count - 1]]
    return full
  }
}
