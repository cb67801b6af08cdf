import CCoreDataRows
import CoreDataSQLite

extension RowWriter {
  /// Packs cells of a statement's present row into the row that was begun, from `next` on; gives the first one that is
  /// left to the caller, or their count.
  @inline(__always)
  mutating func set(
    _ cells: UnsafeBufferPointer<coredata_cell>, from next: Int32, of values: inout coredata_result_row,
    _ statement: Statement
  ) -> Int32 {
    var row = openRow
    let next = statement.pack(cells, from: next, of: &values, into: &row)
    length = row.length
    return next
  }
}
