import CCoreDataRows

// Valid after a step that returned true, until the next step, reset, or release of the statement.
extension Statement {
  /// Finds the present row, of `columns` values or more; `row` is the row before, or a new one.
  @inlinable @inline(__always)
  package func find(_ row: inout coredata_result_row, columns: Int32) { coredata_find_row(handle, columns, &row) }

  /// Packs cells of the present row, from `next` on; gives the first one that is left to the caller, or their count.
  @inlinable @inline(__always)
  package func pack(
    _ cells: UnsafeBufferPointer<coredata_cell>, from next: Int32, of values: inout coredata_result_row,
    into row: inout coredata_open_row
  ) -> Int32 {
    guard let base = cells.baseAddress else { return 0 }
    return coredata_pack_cells(handle, &values, base, next, Int32(truncatingIfNeeded: cells.count), &row)
  }
}
