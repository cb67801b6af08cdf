import Foundation

extension Report {
  /// The report as an SVG picture: the ratio of each workload against its bar, and the time of the growing ones.
  var svg: String {
    let rows = measurements.filter { $0.ratio != nil }
    let barsHeight = rows.isEmpty ? 0 : 60 + rows.count * 24
    let growthHeight = growths.isEmpty ? 0 : 320
    let height = max(40, barsHeight + growthHeight)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"\(height)\" font-family=\"sans-serif\" "
        + "font-size=\"12\">",
      "<rect width=\"800\" height=\"\(height)\" fill=\"white\"/>",
    ]
    if !rows.isEmpty { lines += ratioBars(rows) }
    if !growths.isEmpty { lines += growthLines(top: barsHeight) }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func ratioBars(_ rows: [Measurement]) -> [String] {
    let left = 270.0
    let widest = rows.map { max($0.ratio ?? 0, $0.workload.bar) }.max() ?? 1
    let scale = 460 / widest
    var lines = [Self.label("CPU time, ratio to raw C (line: bar)", x: 10, y: 24, weight: "bold")]
    for (index, row) in rows.enumerated() {
      let y = 40.0 + Double(index) * 24
      let ratio = row.ratio ?? 0
      let limit = left + row.workload.bar * scale
      lines.append(Self.label(row.workload.summary, x: 10, y: y + 13))
      lines.append(
        "<rect x=\"\(left)\" y=\"\(y)\" width=\"\(Self.coordinate(ratio * scale))\" height=\"16\" "
          + "fill=\"\(ratio > row.workload.bar ? "#c0504d" : "#4f81bd")\"/>")
      lines.append(Self.line(from: (limit, y - 3), to: (limit, y + 19), color: "black"))
      lines.append(Self.label(Format.number(ratio), x: left + ratio * scale + 6, y: y + 13))
    }
    return lines
  }

  private func growthLines(top: Int) -> [String] {
    let (left, right, highest, lowest) = (80.0, 640.0, Double(top) + 50, Double(top) + 280)
    let points = growths.flatMap(\.points)
    let mostItems = Double(points.map(\.items).max() ?? 1)
    let mostSeconds = points.map(\.seconds).max() ?? 1
    func x(_ items: Int) -> Double { left + Double(items) / mostItems * (right - left) }
    func y(_ seconds: Double) -> Double { lowest - seconds / mostSeconds * (lowest - highest) }

    var lines = [
      Self.label("Growth, CPU seconds by number of objects", x: 10, y: Double(top) + 24, weight: "bold"),
      Self.line(from: (left, lowest), to: (right, lowest), color: "black"),
      Self.line(from: (left, lowest), to: (left, highest), color: "black"),
      Self.label(Format.number(mostSeconds), x: 20, y: highest + 4),
    ]
    lines += Growth.steps.map { Self.label("\($0 / 1000)k", x: x($0) - 12, y: lowest + 18) }
    let colors = ["#4f81bd", "#c0504d", "#9bbb59", "#8064a2"]
    for (index, growth) in growths.enumerated() {
      let color = colors[index % colors.count]
      let path = growth.points.map { "\(Self.coordinate(x($0.items))),\(Self.coordinate(y($0.seconds)))" }
      lines.append(
        "<polyline points=\"\(path.joined(separator: " "))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>")
      if let last = growth.points.last {
        lines.append(
          Self.label("\(growth.workload.rawValue), \(growth.side)", x: right + 8, y: y(last.seconds) + 4, color: color))
      }
    }
    return lines
  }

  private static func coordinate(_ value: Double) -> String { Format.number(value, digits: 1) }

  private static func line(from: (Double, Double), to: (Double, Double), color: String) -> String {
    "<line x1=\"\(coordinate(from.0))\" y1=\"\(coordinate(from.1))\" x2=\"\(coordinate(to.0))\" "
      + "y2=\"\(coordinate(to.1))\" stroke=\"\(color)\"/>"
  }

  private static func label(
    _ text: String, x: Double, y: Double, weight: String = "normal", color: String = "black"
  ) -> String {
    "<text x=\"\(coordinate(x))\" y=\"\(coordinate(y))\" font-weight=\"\(weight)\" fill=\"\(color)\">\(text)</text>"
  }
}
