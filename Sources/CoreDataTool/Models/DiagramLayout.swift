/// Places the boxes of a graph: columns by distance from the best connected box, in each column an order that keeps lines
/// short.
struct DiagramLayout {
  struct Frame {
    var x: Int, y: Int, width: Int, height: Int
  }

  private(set) var frames: [String: Frame] = [:]
  private(set) var width = 0
  private(set) var height = 0

  static let rowHeight = 20
  static let headerHeight = 30
  private static let margin = 32
  private static let columnGap = 130
  private static let rowGap = 36
  /// A column is begun anew beyond this many boxes.
  private static let tallest = 8

  init(_ graph: ModelGraph) {
    var neighbours: [String: Set<String>] = [:]
    for line in graph.lines where line.from != line.to {
      neighbours[line.from, default: []].insert(line.to)
      neighbours[line.to, default: []].insert(line.from)
    }
    for box in graph.boxes {
      guard let parent = box.parent else { continue }
      neighbours[box.name, default: []].insert(parent)
      neighbours[parent, default: []].insert(box.name)
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
      if column.count == 1, let last = result.last, last.count == 1, result.count > 4 {
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
    var x = DiagramLayout.margin
    for column in columns {
      let sorted = column.sorted { left, right in
        (middle(of: neighbours[left] ?? []), left) < (middle(of: neighbours[right] ?? []), right)
      }
      var y = DiagramLayout.margin
      var columnWidth = 0
      for name in sorted {
        guard let box = boxes[name] else { continue }
        let longest = box.attributes.map { $0.name.count + $0.type.count + 4 }.max() ?? 0
        let width = max(140, max(longest, name.count + 2) * 8)
        let height = DiagramLayout.headerHeight + box.attributes.count * DiagramLayout.rowHeight + 8
        frames[name] = Frame(x: x, y: y, width: width, height: height)
        y += height + DiagramLayout.rowGap
        columnWidth = max(columnWidth, width)
      }
      height = max(height, y - DiagramLayout.rowGap + DiagramLayout.margin)
      x += columnWidth + DiagramLayout.columnGap
    }
    width = max(x - DiagramLayout.columnGap + DiagramLayout.margin, 2 * DiagramLayout.margin)
    height = max(height, 2 * DiagramLayout.margin)
  }

  /// The mean height of those already placed.
  private func middle(of names: Set<String>) -> Int {
    let centres = names.compactMap { frames[$0] }.map { $0.y + $0.height / 2 }
    return centres.isEmpty ? Int.max : centres.reduce(0, +) / centres.count
  }
}
