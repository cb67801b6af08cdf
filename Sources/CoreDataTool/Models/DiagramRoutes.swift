/// The lines of a diagram: each end has a place of its own at the side of its box, and each label one of its own in the gap
/// between the columns.
struct DiagramRoutes {
  struct Curve {
    var line: ModelGraph.Line
    var start: (x: Int, y: Int)
    var end: (x: Int, y: Int)
    var controls: (Int, Int)

    var path: String { "M\(start.x) \(start.y) C\(controls.0) \(start.y) \(controls.1) \(end.y) \(end.x) \(end.y)" }

    /// The height at which the line crosses `x`.
    func height(at x: Int) -> Int {
      var nearest = (distance: Double.infinity, y: Double(start.y))
      for step in 0...40 {
        let t = Double(step) / 40
        let s = 1 - t
        let weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        let place =
          weights.0 * Double(start.x) + weights.1 * Double(controls.0) + weights.2 * Double(controls.1)
          + weights.3 * Double(end.x)
        let y = (weights.0 + weights.1) * Double(start.y) + (weights.2 + weights.3) * Double(end.y)
        if abs(place - Double(x)) < nearest.distance { nearest = (abs(place - Double(x)), y) }
      }
      return Int(nearest.y)
    }
  }

  /// Text and the rectangle that it fills.
  struct Label {
    var text: String
    var style: String
    var x: Int, y: Int, width: Int, height: Int
  }

  private(set) var curves: [Curve] = []
  private(set) var labels: [Label] = []

  private static let labelHeight = 14

  init(_ graph: ModelGraph, _ layout: DiagramLayout) {
    let ports = DiagramRoutes.ports(graph, layout)
    for (index, line) in graph.allLines.enumerated() {
      guard let from = layout.frames[line.from], let to = layout.frames[line.to], let ends = ports[index] else {
        continue
      }
      let (startsRight, endsRight) = (from.column <= to.column, to.column <= from.column)
      let start = (x: startsRight ? from.x + from.width : from.x, y: ends.0)
      let end = (x: endsRight ? to.x + to.width : to.x, y: ends.1)
      let bend = from.column == to.column ? 60 : max(40, abs(end.x - start.x) / 2)
      curves.append(
        Curve(
          line: line, start: start, end: end,
          controls: (start.x + (startsRight ? bend : -bend), end.x + (endsRight ? bend : -bend))))
    }
    placeLabels(layout)
  }

  /// The heights of both ends of each line, from top to bottom in the order of what they lead to.
  private static func ports(_ graph: ModelGraph, _ layout: DiagramLayout) -> [Int: (Int, Int)] {
    struct End {
      let line: Int
      let isStart: Bool
      let target: Int
    }
    struct Side: Hashable {
      let box: String
      let isRight: Bool
    }
    var sides: [Side: [End]] = [:]
    for (index, line) in graph.allLines.enumerated() {
      guard let from = layout.frames[line.from], let to = layout.frames[line.to] else { continue }
      sides[Side(box: line.from, isRight: from.column <= to.column), default: []]
        .append(End(line: index, isStart: true, target: to.y + to.height / 2))
      sides[Side(box: line.to, isRight: to.column <= from.column), default: []]
        .append(End(line: index, isStart: false, target: from.y + from.height / 2))
    }
    var heights: [Int: (Int, Int)] = [:]
    for (side, ends) in sides {
      guard let frame = layout.frames[side.box] else { continue }
      let sorted = ends.sorted { ($0.target, $0.line, $0.isStart ? 0 : 1) < ($1.target, $1.line, $1.isStart ? 0 : 1) }
      for (place, end) in sorted.enumerated() {
        let y = frame.y + 15 + place * DiagramLayout.portHeight
        let known = heights[end.line] ?? (0, 0)
        heights[end.line] = end.isStart ? (y, known.1) : (known.0, y)
      }
    }
    return heights
  }

  private mutating func placeLabels(_ layout: DiagramLayout) {
    for curve in curves where !curve.line.isParent {
      for (point, isMany, isRight) in [
        (curve.start, curve.line.manyAtFrom, curve.controls.0 > curve.start.x),
        (curve.end, curve.line.manyAtTo, curve.controls.1 > curve.end.x),
      ] {
        labels.append(
          Label(
            text: isMany ? "*" : "1", style: "end halo", x: isRight ? point.x + 4 : point.x - 14, y: point.y - 13,
            width: 10, height: 12))
      }
    }
    // From top to bottom, so that a label moves down only.
    let named = curves.filter { !$0.line.isParent }.map { curve -> (Label, Int) in
      let column = min(layout.frames[curve.line.from]?.column ?? 0, layout.frames[curve.line.to]?.column ?? 0)
      let gap = layout.gaps[column]
      let width = Int(TextWidth.of(curve.line.label, size: 11).rounded(.up))
      let centre = gap.x + gap.width / 2
      let y = max(2, curve.height(at: centre) - DiagramRoutes.labelHeight)
      return (
        Label(
          text: curve.line.label, style: "label halo", x: centre - width / 2, y: y, width: width,
          height: DiagramRoutes.labelHeight), column
      )
    }
    var bottoms: [Int: Int] = [:]
    for (label, column) in named.sorted(by: { ($0.0.y, $0.0.text) < ($1.0.y, $1.0.text) }) {
      var label = label
      label.y = max(label.y, bottoms[column] ?? 0)
      bottoms[column] = label.y + label.height
      labels.append(label)
    }
  }
}
