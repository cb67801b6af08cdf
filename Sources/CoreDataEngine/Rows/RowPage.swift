import Dispatch

/// Memory shared by many packed rows. Whoever needs one of its rows retains the page.
///
/// Filled by one `RowWriter`, then immutable: safe to read from any thread.
///
/// @unchecked Sendable: written only before it is handed out.
final class RowPage: @unchecked Sendable {
  let memory: UnsafeMutableRawPointer
  let capacity: Int
  @exclusivity(unchecked) fileprivate(set) var used = 0
  /// The number of rows.
  @exclusivity(unchecked) fileprivate(set) var count = 0
  /// Whether the rows are keys of one batch of a fetch, whose rows are read together once one of them is needed.
  @exclusivity(unchecked) private(set) var isBatch = false
  /// The cache that has entries for the page's rows, and the page's number there.
  private var cache: RowCache?
  private var serial: UInt32 = 0
  /// When the rows were read, as the cache counts.
  private(set) var moment: UInt32 = 0
  /// When the rows came into the cache, in nanoseconds of the system's clock.
  private var birth: UInt64 = 0

  init(capacity: Int) {
    self.capacity = capacity
    memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  }

  deinit {
    cache?.forget(serial)
    memory.deallocate()
  }

  func row(at offset: Int) -> Row { Row(base: memory + offset) }

  /// Calls `body` with each row and its offset, in the order they were written.
  @inline(__always) func forEachRow(_ body: (Row, Int) throws -> Void) rethrows {
    var offset = 0
    while offset < used {
      let row = row(at: offset)
      try body(row, offset)
      offset += row.length
    }
  }

  func commitRow(length: Int) {
    used += length
    count += 1
  }

  func becomeBatch() { isBatch = true }

  func register(in cache: RowCache, serial: UInt32, moment: UInt32) {
    self.cache = cache
    self.serial = serial
    self.moment = moment
    birth = DispatchTime.now().uptimeNanoseconds
  }

  /// How many seconds ago the rows came into the cache.
  var age: Double { Double(DispatchTime.now().uptimeNanoseconds - birth) / 1e9 }
}

/// One packed row and the page that keeps it alive.
struct RowReference {
  let page: RowPage
  let offset: Int

  var row: Row { page.row(at: offset) }
}
