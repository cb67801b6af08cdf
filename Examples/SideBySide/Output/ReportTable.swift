import CoreDataCompat

/// What has been done and found, printed at the end.
struct ReportTable {
  struct Step {
    let name: String
    let selection: StackSelection
    let rows: Int
    let links: Int
    let time: Duration
    /// Nil when there was nothing to compare with.
    let isVerified: Bool?
  }

  private var steps: [Step] = []
  private var problems: [String] = []

  var isVerified: Bool { problems.isEmpty }

  mutating func add(_ step: Step) { steps.append(step) }

  /// Notes a problem when something is not as it should be.
  @discardableResult
  mutating func check(_ isTrue: Bool, _ problem: @autoclosure () -> String) -> Bool {
    if !isTrue { problems.append(problem()) }
    return isTrue
  }

  func print() {
    let titles = ["step", "stack", "rows", "relationships", "time", "same objects"]
    let rows = steps.map { step in
      [
        step.name, step.selection.provider.name, "\(step.rows)", "\(step.links)", milliseconds(step.time),
        step.isVerified.map { $0 ? "yes" : "NO" } ?? "-",
      ]
    }
    let widths = titles.indices.map { column in ([titles] + rows).map { $0[column].count }.max() ?? 0 }
    for row in [titles, widths.map { String(repeating: "-", count: $0) }] + rows {
      let cells = zip(row.indices, row).map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return (2...4).contains(column) ? padding + text : text + padding
      }
      let line = cells.joined(separator: "  ")
      Swift.print(line.replacing(#/ +$/#, with: ""))
    }
    Swift.print("")
    for reason in steps.map(\.selection.description).uniqued() { Swift.print(reason) }
    Swift.print(isVerified ? "\nEvery object was found again under its URI." : "\nNOT VERIFIED:")
    for problem in problems { Swift.print("- \(problem)") }
  }

  private func milliseconds(_ duration: Duration) -> String {
    let parts = duration.components
    return "\(parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000) ms"
  }
}

extension Sequence where Element: Hashable {
  fileprivate func uniqued() -> [Element] {
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}
