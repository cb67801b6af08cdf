import CoreDataModelFormat
import Foundation
import Testing

@testable import CoreDataTool

/// The SVG diagram is well-formed, and nothing in it lies over anything else.
@Suite struct DiagramTests {
  @Test func theLibraryIsDrawn() throws { try check(Library.document()) }

  @Test(.enabled(if: ToolFixtures.exist, "../shared/fixtures is absent")) func publishedModelsAreDrawn() throws {
    var count = 0
    for url in ToolFixtures.files(in: ToolFixtures.root, extensions: ["xcdatamodeld", "momd"]) {
      guard let model = try? ModelFile(url.path), let document = try? model.document() else { continue }
      try check(document)
      count += 1
    }
    #expect(count > 20)
  }

  private func check(_ document: ModelDocument) throws {
    let graph = ModelGraph(document)
    let layout = DiagramLayout(graph)
    let frames = layout.frames.sorted { $0.key < $1.key }
    #expect(frames.count == graph.boxes.count)
    for (place, (name, frame)) in frames.enumerated() {
      let isInside =
        frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= layout.width
        && frame.y + frame.height <= layout.height
      #expect(isInside, "\(document.name).\(name)")
      for (other, second) in frames[(place + 1)...] {
        let isApart =
          frame.x + frame.width < second.x || second.x + second.width < frame.x || frame.y + frame.height < second.y
          || second.y + second.height < frame.y
        #expect(isApart, "\(document.name): \(name) and \(other)")
      }
    }
    for box in graph.boxes {
      let frame = try #require(layout.frames[box.name])
      #expect(TextWidth.of(box.name, size: 13, isBold: true) < Double(frame.width - 8), "\(document.name).\(box.name)")
      for attribute in box.attributes {
        let width = TextWidth.of(attribute.name + "?", size: 13) + TextWidth.of(attribute.type, size: 13)
        #expect(width + 32 < Double(frame.width), "\(document.name).\(box.name).\(attribute.name)")
      }
    }
    let diagram = SVGDiagram(graph)
    for (place, label) in diagram.labels.enumerated() {
      let isInside =
        label.x >= 0 && label.x + label.width <= diagram.width && label.y >= 0
        && label.y + label.height <= diagram.height
      #expect(isInside, "\(document.name): \(label.text)")
      for (name, frame) in frames {
        let isApart =
          label.x + label.width <= frame.x || frame.x + frame.width <= label.x || label.y + label.height <= frame.y
          || frame.y + frame.height <= label.y
        #expect(isApart, "\(document.name): the label \(label.text) lies on \(name)")
      }
      for other in diagram.labels[(place + 1)...] {
        let isApart =
          label.x + label.width <= other.x || other.x + other.width <= label.x || label.y + label.height <= other.y
          || other.y + other.height <= label.y
        #expect(isApart, "\(document.name): the labels \(label.text) and \(other.text)")
      }
    }
    let text = diagram.text
    let parser = MarkupParser()
    let root = try parser.parse(Data(text.utf8))
    #expect(root.name == "svg", "\(document.name)")
    for box in graph.boxes { #expect(text.contains(">\(ModelMarkup.escaped(box.name))<")) }
  }
}
