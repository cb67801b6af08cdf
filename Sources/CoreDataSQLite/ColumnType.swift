/// The storage class of a value.
@usableFromInline
@frozen
package enum ColumnType: UInt8, Sendable {
  // SQLite's numbers.
  case integer = 1, double, text, blob, null

  @inlinable
  init(code: Int32) { self = ColumnType(rawValue: UInt8(truncatingIfNeeded: code)) ?? .null }
}
