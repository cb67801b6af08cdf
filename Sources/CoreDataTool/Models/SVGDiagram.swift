/// A graph as a picture that needs nothing beside it, light and dark.
struct SVGDiagram {
  private let graph: ModelGraph
  private let layout: DiagramLayout

  init(_ graph: ModelGraph) {
    self.graph = graph
    layout = DiagramLayout(graph)
  }

  private static let style = """
    text{font:13px -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#1c2733}
    .page{fill:#f7f9fc}.box{fill:#fff;stroke:#b9c6d6}.head{fill:#2f6fb3}.abstract{fill:#7b8794}
    .title{fill:#fff;font-weight:600}.type{fill:#6b7a8c}.line{fill:none;stroke:#5d7fa6;stroke-width:1.5}
    .parent{fill:none;stroke:#7b8794;stroke-width:1.5;stroke-dasharray:5 4}.label{font-size:11px;fill:#41566e}
    .halo{paint-order:stroke;stroke:#f7f9fc;stroke-width:4px}.end{font-size:12px;font-weight:600}
    @media(prefers-color-scheme:dark){text{fill:#e3eaf2}.page{fill:#161c24}.box{fill:#202a36;stroke:#3c4c5f}
    .type{fill:#93a3b5}.label{fill:#b7c6d6}.halo{stroke:#161c24}.line{stroke:#7ea6d1}}
    """

  var text: String {
    let (width, height) = (layout.width, layout.height)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-label="\(ModelMarkup.escaped(graph.name))">
      <style>\(SVGDiagram.style)</style>
      <rect class="page" width="\(width)" height="\(height)"/>

      """
    for box in graph.boxes {
      if let parent = box.parent, let from = layout.frames[box.name], let to = layout.frames[parent] {
        text += "<path class=\"parent\" d=\"\(curve(from, to, 0).path)\"/>\n"
      }
    }
    var labels = ""
    var seen: [Set<String>: Int] = [:]
    for line in graph.lines {
      guard let from = layout.frames[line.from], let to = layout.frames[line.to] else { continue }
      // Lines between the same two boxes lie beside each other.
      let place = seen[[line.from, line.to], default: 0]
      seen[[line.from, line.to]] = place + 1
      let curve = curve(from, to, place * 22)
      text += "<path class=\"line\" d=\"\(curve.path)\"/>\n"
      let middle = curve.middle
      labels += label(line.label, middle.x, middle.y - 5, "label halo", anchor: "middle")
      labels += label(line.manyAtFrom ? "*" : "1", curve.start.x, curve.start.y - 4, "end halo", anchor: "middle")
      labels += label(line.manyAtTo ? "*" : "1", curve.end.x, curve.end.y - 4, "end halo", anchor: "middle")
    }
    for box in graph.boxes { text += drawing(of: box) }
    return text + labels + "</svg>\n"
  }

  private struct Curve {
    var path: String
    var start: (x: Int, y: Int)
    var end: (x: Int, y: Int)
    var middle: (x: Int, y: Int)
  }

  /// From the side of one box to the nearest side of the other; around the right where they share a column.
  private func curve(_ from: DiagramLayout.Frame, _ to: DiagramLayout.Frame, _ offset: Int) -> Curve {
    let sharesColumn = from.x == to.x
    let leads = to.x > from.x
    let x1 = leads || sharesColumn ? from.x + from.width : from.x
    let x2 = leads && !sharesColumn ? to.x : to.x + to.width
    let isLoop = sharesColumn && from.y == to.y
    let y1 = from.y + DiagramLayout.headerHeight / 2 + min(offset, max(0, from.height - 24))
    let y2 = to.y + DiagramLayout.headerHeight / 2 + min(offset, max(0, to.height - 24)) + (isLoop ? 20 : 0)
    let bend = sharesColumn ? 70 : max(40, abs(x2 - x1) / 2)
    let c1 = leads || sharesColumn ? x1 + bend : x1 - bend
    let c2 = leads && !sharesColumn ? x2 - bend : x2 + bend
    let (s, e) = (leads || sharesColumn ? 9 : -9, leads && !sharesColumn ? -9 : 9)
    return Curve(
      path: "M\(x1) \(y1) C\(c1) \(y1) \(c2) \(y2) \(x2) \(y2)", start: (x1 + s, y1), end: (x2 + e, y2),
      middle: ((x1 + 3 * c1 + 3 * c2 + x2) / 8, (y1 + y2) / 2))
  }

  private func label(_ text: String, _ x: Int, _ y: Int, _ style: String, anchor: String = "start") -> String {
    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(ModelMarkup.escaped(text))</text>\n"
  }

  private func drawing(of box: ModelGraph.Box) -> String {
    guard let frame = layout.frames[box.name] else { return "" }
    let (x, y, width) = (frame.x, frame.y, frame.width)
    let head = DiagramLayout.headerHeight
    var text = "<rect class=\"box\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(frame.height)\" rx=\"8\"/>\n"
    text += "<path class=\"\(box.isAbstract ? "abstract" : "head")\" d=\"M\(x) \(y + head) V\(y + 8) "
    text += "Q\(x) \(y) \(x + 8) \(y) H\(x + width - 8) Q\(x + width) \(y) \(x + width) \(y + 8) V\(y + head) Z\"/>\n"
    text += label(box.name, x + width / 2, y + 20, "title", anchor: "middle")
    for (row, attribute) in box.attributes.enumerated() {
      let baseline = y + head + 17 + row * DiagramLayout.rowHeight
      text += label(attribute.name + (attribute.isOptional ? "?" : ""), x + 12, baseline, "name")
      text += label(attribute.type, x + width - 12, baseline, "type", anchor: "end")
    }
    return text
  }
}
