/// Places the boxes of a graph: columns by distance from the best connected box, in each column an order that keeps lines
/// short. Between two columns there is room for what is written on the lines.
struct DiagramLayout {
  struct Frame {
    var x: Int, y: Int, width: Int, height: Int
    var column: Int
  }

  private(set) var frames: [String: Frame] = [:]
  /// Where the gap on the right of each column begins, and how wide it is.
  private(set) var gaps: [(x: Int, width: Int)] = []
  private(set) var width = 0
  private(set) var height = 0

  static let rowHeight = 20
  static let headerHeight = 30
  static let margin = 32
  /// The height that the end of a line takes at the side of a box.
  static let portHeight = 16
  private static let narrowestGap = 90
  private static let rowGap = 36
  /// A column is begun anew beyond this many boxes.
  private static let tallest = 8

  init(_ graph: ModelGraph) {
    var neighbours: [String: Set<String>] = [:]
    for line in graph.allLines where line.from != line.to {
      neighbours[line.from, default: []].insert(line.to)
      neighbours[line.to, default: []].insert(line.from)
    }
    place(DiagramLayout.columns(graph, neighbours), graph, neighbours)
  }

  private static func columns(_ graph: ModelGraph, _ neighbours: [String: Set<String>]) -> [[String]] {
    var left = Set(graph.boxes.map(\.name))
    var columns: [[String]] = []
    // Names decide between equals, so that a model always looks the same.
    let order = left.sorted { (-(neighbours[$0]?.count ?? 0), $0) < (-(neighbours[$1]?.count ?? 0), $1) }
    for start in order where left.contains(start) {
      var layer = [start]
      while !layer.isEmpty {
        left.subtract(layer)
        for first in stride(from: 0, to: layer.count, by: tallest) {
          columns.append(Array(layer[first..<min(first + tallest, layer.count)]))
        }
        layer = Set(layer.flatMap { neighbours[$0] ?? [] }).intersection(left).sorted()
      }
    }
    return joined(columns)
  }

  /// Narrow columns of separate parts stand below each other.
  private static func joined(_ columns: [[String]]) -> [[String]] {
    var result: [[String]] = []
    for column in columns {
      if column.count == 1, let last = result.last, last.count < tallest, result.count > 4 {
        result[result.count - 1] += column
      } else {
        result.append(column)
      }
    }
    return result
  }

  private mutating func place(
    _ columns: [[String]], _ graph: ModelGraph, _ neighbours: [String: Set<String>]
  ) {
    let boxes = Dictionary(graph.boxes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var places: [String: Int] = [:]
    for (index, column) in columns.enumerated() { for name in column { places[name] = index } }
    let sides = ports(graph, places)
    var x = DiagramLayout.margin
    for (index, column) in columns.enumerated() {
      let sorted = column.sorted { left, right in
        (middle(of: neighbours[left] ?? []), left) < (middle(of: neighbours[right] ?? []), right)
      }
      let columnWidth = column.compactMap { boxes[$0] }.map(DiagramLayout.width).max() ?? 0
      var y = DiagramLayout.margin
      for name in sorted {
        guard let box = boxes[name] else { continue }
        let rows = DiagramLayout.headerHeight + box.attributes.count * DiagramLayout.rowHeight + 8
        let lines = (sides[name] ?? 0) * DiagramLayout.portHeight + 12
        frames[name] = Frame(x: x, y: y, width: columnWidth, height: max(rows, lines), column: index)
        y += max(rows, lines) + DiagramLayout.rowGap
      }
      height = max(height, y - DiagramLayout.rowGap + DiagramLayout.margin)
      let gap = gapWidth(after: index, graph, places)
      gaps.append((x + columnWidth, gap))
      x += columnWidth + (index == columns.count - 1 && gap == DiagramLayout.narrowestGap ? 0 : gap)
    }
    width = x + DiagramLayout.margin
    height = max(height, 2 * DiagramLayout.margin)
  }

  private static func width(of box: ModelGraph.Box) -> Int {
    let rows = box.attributes.map { TextWidth.of($0.name + "?", size: 13) + TextWidth.of($0.type, size: 13) + 40 }
    return Int(max(140, max(rows.max() ?? 0, TextWidth.of(box.name, size: 13, isBold: true) + 24)).rounded(.up))
  }

  /// The most ends of lines at one side of each box.
  private func ports(_ graph: ModelGraph, _ places: [String: Int]) -> [String: Int] {
    var left: [String: Int] = [:]
    var right: [String: Int] = [:]
    for line in graph.allLines {
      guard let from = places[line.from], let to = places[line.to] else { continue }
      if from <= to { right[line.from, default: 0] += 1 } else { left[line.from, default: 0] += 1 }
      if to <= from { right[line.to, default: 0] += 1 } else { left[line.to, default: 0] += 1 }
    }
    return left.merging(right) { max($0, $1) }
  }

  /// Wide enough for the labels that stand in it.
  private func gapWidth(after column: Int, _ graph: ModelGraph, _ places: [String: Int]) -> Int {
    let labels = graph.lines.filter { line in
      guard let from = places[line.from], let to = places[line.to] else { return false }
      return min(from, to) == column
    }
    let widest = labels.map { TextWidth.of($0.label, size: 11) }.max() ?? 0
    return max(DiagramLayout.narrowestGap, Int(widest.rounded(.up)) + 64)
  }

  /// The mean height of those already placed.
  private func middle(of names: Set<String>) -> Int {
    let centres = names.compactMap { frames[$0] }.map { $0.y + $0.height / 2 }
    return centres.isEmpty ? Int.max : centres.reduce(0, +) / centres.count
  }
}
