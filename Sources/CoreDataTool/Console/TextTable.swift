/// Rows in columns.
struct TextTable {
  let header: [String]
  var rows: [[String]] = []
  /// The columns whose values are numbers, which stand to the right.
  var rightColumns: Set<Int> = []

  /// Wider cells are cut.
  private static let widest = 60

  init(_ header: [String], rightColumns: Set<Int> = []) {
    self.header = header
    self.rightColumns = rightColumns
  }

  func lines(_ console: Console) -> [String] {
    let cells = ([header] + rows).map { $0.map(TextTable.cell) }
    var widths = header.map { _ in 0 }
    for row in cells { for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) } }
    return cells.enumerated().map { place, row in
      let line = row.enumerated().map { column, cell in
        cell.padded(to: widths[column], right: rightColumns.contains(column))
      }.joined(separator: "  ").trimmedEnd
      return place == 0 ? console.styled(line, .heading) : line
    }
  }

  func write(to console: Console) { for line in lines(console) { console.writeLine(line) } }

  private static func cell(_ text: String) -> String {
    let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "⏎")
    return line.count > widest ? line.prefix(widest - 1) + "…" : line
  }
}

extension String {
  func padded(to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return right ? space + self : self + space
  }

  var trimmedEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
