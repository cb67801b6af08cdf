/// A graph in the language of Graphviz.
enum DOTDiagram {
  static func text(_ graph: ModelGraph) -> String {
    var text = "digraph \"\(escaped(graph.name))\" {\n  rankdir=LR;\n"
    text += "  node [shape=plain, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", fontsize=10];\n"
    for box in graph.boxes {
      let title = box.isAbstract ? "<i>\(box.name)</i>" : "<b>\(box.name)</b>"
      let rows = box.attributes.map { attribute in
        "<tr><td align=\"left\">\(attribute.name)\(attribute.isOptional ? "?" : ""): \(attribute.type)</td></tr>"
      }
      text += "  \"\(box.name)\" [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">"
      text += "<tr><td bgcolor=\"#dde6f2\">\(title)</td></tr>\(rows.joined())</table>>];\n"
    }
    for box in graph.boxes {
      if let parent = box.parent { text += "  \"\(parent)\" -> \"\(box.name)\" [dir=back, arrowtail=empty];\n" }
    }
    for line in graph.lines {
      let (tail, head) = (line.manyAtFrom ? "crow" : "tee", line.manyAtTo ? "crow" : "tee")
      text += "  \"\(line.from)\" -> \"\(line.to)\" [dir=both, arrowtail=\(tail), arrowhead=\(head), "
      text += "label=\"\(escaped(line.label))\"];\n"
    }
    return text + "}\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
