/// A line of a data file that is not in the file's format.
struct ZoneTableError: Error, CustomStringConvertible {
  let file: String
  /// Counted from 1; nil when the fault is of no single line.
  let line: Int?
  let problem: String

  var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(problem)" }
}
