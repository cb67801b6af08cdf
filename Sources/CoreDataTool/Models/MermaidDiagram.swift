/// A graph in the language of Mermaid.
enum MermaidDiagram {
  static func text(_ graph: ModelGraph) -> String {
    var text = "classDiagram\n"
    for box in graph.boxes {
      text += "  class \(box.name) {\n"
      if box.isAbstract { text += "    <<abstract>>\n" }
      for attribute in box.attributes {
        text += "    \(attribute.type.replacing(" ", with: "")) \(attribute.name)\(attribute.isOptional ? "?" : "")\n"
      }
      text += "  }\n"
    }
    for box in graph.boxes { if let parent = box.parent { text += "  \(parent) <|-- \(box.name)\n" } }
    for line in graph.lines {
      let (from, to) = (line.manyAtFrom ? "*" : "1", line.manyAtTo ? "*" : "1")
      text += "  \(line.from) \"\(from)\" -- \"\(to)\" \(line.to) : \(line.label)\n"
    }
    return text
  }
}
