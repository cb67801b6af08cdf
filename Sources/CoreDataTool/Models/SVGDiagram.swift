/// A graph as a picture that needs nothing beside it, light and dark.
struct SVGDiagram {
  private let graph: ModelGraph
  private let layout: DiagramLayout
  private let routes: DiagramRoutes
  let width: Int
  let height: Int

  /// What is written beside the lines.
  var labels: [DiagramRoutes.Label] { routes.labels }

  init(_ graph: ModelGraph) {
    self.graph = graph
    layout = DiagramLayout(graph)
    routes = DiagramRoutes(graph, layout)
    width = max(layout.width, routes.labels.map { $0.x + $0.width + 8 }.max() ?? 0)
    height = max(layout.height, routes.labels.map { $0.y + $0.height + 8 }.max() ?? 0)
  }

  private static let style = """
    text{font:13px -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#1c2733}
    .page{fill:#f7f9fc}.box{fill:#fff;stroke:#b9c6d6}.head{fill:#2f6fb3}.abstract{fill:#7b8794}
    text.title{fill:#fff;font-weight:600}text.type{fill:#6b7a8c}.line{fill:none;stroke:#5d7fa6;stroke-width:1.5}
    .parent{fill:none;stroke:#7b8794;stroke-width:1.5;stroke-dasharray:5 4}.arrow{fill:#f7f9fc;stroke:#7b8794;stroke-width:1.5}
    text.label{font-size:11px;fill:#41566e}.halo{paint-order:stroke;stroke:#f7f9fc;stroke-width:4px}
    text.end{font-size:12px;font-weight:600}
    @media(prefers-color-scheme:dark){text{fill:#e3eaf2}.page{fill:#161c24}.box{fill:#202a36;stroke:#3c4c5f}
    text.type{fill:#93a3b5}text.label{fill:#b7c6d6}.halo{stroke:#161c24}.line{stroke:#7ea6d1}.arrow{fill:#161c24}}
    """

  var text: String {
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-label="\(ModelMarkup.escaped(graph.name))">
      <style>\(SVGDiagram.style)</style>
      <rect class="page" width="\(width)" height="\(height)"/>

      """
    for curve in routes.curves {
      text += "<path class=\"\(curve.line.isParent ? "parent" : "line")\" d=\"\(curve.path)\"/>\n"
      if curve.line.isParent { text += arrow(curve) }
    }
    for box in graph.boxes { text += drawing(of: box) }
    for label in labels {
      text += element(
        label.text, label.x + label.width / 2, label.y + label.height - 3, label.style, anchor: "middle")
    }
    return text + "</svg>\n"
  }

  /// An empty triangle at the parent, as in UML.
  private func arrow(_ curve: DiagramRoutes.Curve) -> String {
    let (x, y) = curve.end
    let side = curve.controls.1 > x ? 10 : -10
    return "<path class=\"arrow\" d=\"M\(x) \(y) L\(x + side) \(y - 6) L\(x + side) \(y + 6) Z\"/>\n"
  }

  private func element(_ text: String, _ x: Int, _ y: Int, _ style: String, anchor: String = "start") -> String {
    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(ModelMarkup.escaped(text))</text>\n"
  }

  private func drawing(of box: ModelGraph.Box) -> String {
    guard let frame = layout.frames[box.name] else { return "" }
    let (x, y, width) = (frame.x, frame.y, frame.width)
    let head = DiagramLayout.headerHeight
    var text = "<rect class=\"box\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(frame.height)\" rx=\"8\"/>\n"
    text += "<path class=\"\(box.isAbstract ? "abstract" : "head")\" d=\"M\(x) \(y + head) V\(y + 8) "
    text += "Q\(x) \(y) \(x + 8) \(y) H\(x + width - 8) Q\(x + width) \(y) \(x + width) \(y + 8) V\(y + head) Z\"/>\n"
    text += element(box.name, x + width / 2, y + 20, "title", anchor: "middle")
    for (row, attribute) in box.attributes.enumerated() {
      let baseline = y + head + 17 + row * DiagramLayout.rowHeight
      text += element(attribute.name + (attribute.isOptional ? "?" : ""), x + 12, baseline, "name")
      text += element(attribute.type, x + width - 12, baseline, "type", anchor: "end")
    }
    return text
  }
}
