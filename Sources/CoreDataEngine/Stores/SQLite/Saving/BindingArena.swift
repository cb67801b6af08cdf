import CoreDataSQLite

/// Memory for the bytes of one row's parameters.
final class BindingArena {
  private static let capacity = 65_536
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: BindingArena.capacity, alignment: 8)
  private var used = 0

  deinit { memory.deallocate() }

  @inline(__always) func removeAll() { used = 0 }

  @inline(__always)
  func bind(text: UnsafeBufferPointer<UInt8>, to statement: Statement, at index: Int32) {
    guard let copy = copy(UnsafeRawBufferPointer(text)) else { return statement.bind(text: text, at: index) }
    statement.bindStatic(text: copy.bindMemory(to: UInt8.self), at: index)
  }

  @inline(__always)
  func bind(blob: UnsafeRawBufferPointer, to statement: Statement, at index: Int32) {
    guard let copy = copy(blob) else { return statement.bind(blob: blob, at: index) }
    statement.bindStatic(blob: copy, at: index)
  }

  /// nil when there is no room left; SQLite then makes its own copy.
  @inline(__always)
  private func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard used + bytes.count <= BindingArena.capacity else { return nil }
    let start = memory + used
    if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
    used += bytes.count
    return UnsafeRawBufferPointer(start: start, count: bytes.count)
  }
}
