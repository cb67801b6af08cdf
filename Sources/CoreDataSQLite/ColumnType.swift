/// The storage class of a value.
@usableFromInline
package enum ColumnType: Sendable {
  case integer, double, text, blob, null

  /// SQLite numbers them from 1.
  @inlinable
  init(code: Int32) {
    switch code {
    case 1: self = .integer
    case 2: self = .double
    case 3: self = .text
    case 4: self = .blob
    default: self = .null
    }
  }
}
