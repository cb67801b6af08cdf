import Foundation

/// Numbers and columns as the table prints them.
enum Format {
  static func number(_ value: Double?, digits: Int = 2) -> String {
    value.map { String(format: "%.\(digits)f", $0) } ?? "–"
  }

  static func milliseconds(_ seconds: Double?) -> String { number(seconds.map { $0 * 1000 }, digits: 1) }

  static func mebibytes(_ bytes: UInt64?) -> String { number(bytes.map { Double($0) / 1_048_576 }, digits: 1) }

  /// Rows in columns as wide as their widest cell; the first is aligned left, the others right.
  static func table(_ rows: [[String]]) -> String {
    let columns = rows.first?.count ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
