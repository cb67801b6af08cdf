import Foundation

/// The lines of a data file without comments and empty lines, with what is needed to name a faulty one.
struct ZoneTableLines {
  private let file: String
  private let lines: [(number: Int, text: Substring)]

  init(file url: URL) throws {
    file = url.lastPathComponent
    lines = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
      .map { (number: $0.offset + 1, text: $0.element) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
  }

  /// Splits each line and makes a record of its fields; a record that cannot be made (nil) is an error.
  func map<Record>(separator: Character, _ make: ([Substring]) throws -> Record?) throws -> [Record] {
    try lines.map { number, text in
      guard let record = try make(text.split(separator: separator)) else {
        throw ZoneTableError(file: file, line: number, problem: "cannot read “\(text)”")
      }
      return record
    }
  }
}
