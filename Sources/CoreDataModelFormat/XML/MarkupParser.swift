import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Parses XML into a tree of elements, within bounds: no entity declarations, a depth and an element limit.
package struct MarkupParser {
  package var maximumDepth = 64
  package var maximumElementCount = 2_000_000

  package init() {}

  package func parse(_ data: Data) throws(ModelFormatError) -> MarkupElement {
    // Entity declarations are how small files expand to huge ones or reach for other files; no model needs them.
    if Self.declaresEntities(data) {
      throw ModelFormatError(.malformedXML, reason: "the file declares XML entities, which model files never do")
    }
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    let builder = Builder(maximumDepth: maximumDepth, maximumElementCount: maximumElementCount)
    parser.delegate = builder
    let succeeded = parser.parse()
    if let failure = builder.failure { throw failure }
    guard succeeded, let root = builder.root else {
      throw ModelFormatError(
        .malformedXML, reason: "the file is not well-formed XML",
        hint: "compare it with the version under source control; merge conflicts are a common cause",
        line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
    }
    return root
  }

  /// Skips NUL bytes, so that UTF-16 and UTF-32 files are covered too.
  private static func declaresEntities(_ data: Data) -> Bool {
    let pattern = Array("<!ENTITY".utf8)
    var matched = 0
    for byte in data where byte != 0 {
      if byte == pattern[matched] {
        matched += 1
        if matched == pattern.count { return true }
      } else {
        matched = byte == pattern[0] ? 1 : 0
      }
    }
    return false
  }

  private final class Builder: NSObject, XMLParserDelegate {
    private let maximumDepth: Int
    private let maximumElementCount: Int
    private var open: [MarkupElement] = []
    private var count = 0
    private(set) var root: MarkupElement?
    private(set) var failure: ModelFormatError?

    init(maximumDepth: Int, maximumElementCount: Int) {
      self.maximumDepth = maximumDepth
      self.maximumElementCount = maximumElementCount
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      count += 1
      guard open.count < maximumDepth, count <= maximumElementCount else {
        failure = ModelFormatError(
          .limitExceeded, reason: "the XML nests deeper or holds more elements than a model may",
          line: parser.lineNumber, column: parser.columnNumber)
        parser.abortParsing()
        return
      }
      open.append(MarkupElement(name: name, attributes: attributes, line: parser.lineNumber))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if !open.isEmpty { open[open.count - 1].text += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      guard failure == nil, let element = open.popLast() else { return }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
  }
}
