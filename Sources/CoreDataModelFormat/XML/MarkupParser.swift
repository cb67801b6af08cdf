import Foundation

/// Parses XML into a tree of elements, within bounds.
///
/// The platform's parser traps on some damaged files and pulls in large libraries; the part of XML that model files
/// use is small. Document types are skipped, those that declare something are refused: entities are how small files
/// expand to huge ones or reach for others.
package struct MarkupParser {
  package var maximumDepth = 64
  package var maximumElementCount = 2_000_000

  package init() {}

  package func parse(_ data: Data) throws(ModelFormatError) -> MarkupElement {
    var scanner = try MarkupScanner(data)
    var open: [MarkupElement] = []
    var root: MarkupElement?
    var count = 0
    while let item = try scanner.next() {
      switch item {
      case .start(let element, let isEmpty):
        count += 1
        guard open.count < maximumDepth, count <= maximumElementCount else {
          throw scanner.error("the XML nests deeper or holds more elements than a model may", kind: .limitExceeded)
        }
        guard root == nil else { throw scanner.error("there is a second root element") }
        if isEmpty {
          close(element, within: &open, root: &root)
        } else {
          open.append(element)
        }
      case .end(let name):
        guard let element = open.popLast(), element.name == name else {
          throw scanner.error("</\(name)> closes no open element")
        }
        close(element, within: &open, root: &root)
      case .text(let text):
        if !open.isEmpty {
          open[open.count - 1].text += text
        } else if text.contains(where: { !$0.isWhitespace }) {
          throw scanner.error("there is text outside the root element")
        }
      }
    }
    guard let root else {
      throw scanner.error(open.last.map { "<\($0.name)> is never closed" } ?? "there is no root element")
    }
    return root
  }

  private func close(_ element: MarkupElement, within open: inout [MarkupElement], root: inout MarkupElement?) {
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
