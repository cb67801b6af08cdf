/// One element of a parsed XML file, with its position for error messages.
package struct MarkupElement: Sendable {
  package var name: String
  package var attributes: [String: String]
  package var children: [MarkupElement] = []
  package var text = ""
  package var line: Int

  package func children(named name: String) -> [MarkupElement] {
    children.filter { $0.name == name }
  }
}
