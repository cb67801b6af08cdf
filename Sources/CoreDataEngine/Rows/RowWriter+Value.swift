extension RowWriter {
  /// Packs a slot's value; `.unset` and null leave the cell null.
  mutating func set(_ value: Value, cell: Int) {
    switch value {
    case .unset, .null, .object: break
    case .integer(let integer): set(integer, cell: cell)
    case .double(let double): set(double, cell: cell)
    case .string(var string): string.withUTF8 { set(UnsafeRawBufferPointer($0), cell: cell) }
    case .data(let data): data.withUnsafeBytes { set($0, cell: cell) }
    case .decimal(let decimal): set(.string(decimal.description), cell: cell)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { set($0, cell: cell) }
    }
  }

  /// Copies a cell of another row.
  mutating func copy(_ cell: Int, of row: Row, isInline: Bool) {
    if row.isNull(cell) { return }
    if isInline { set(row.integer(cell), cell: cell) } else { set(row.bytes(cell), cell: cell) }
  }
}
