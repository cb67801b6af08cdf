extension MarkupElement {
  /// The attribute's text; nil if it is absent or empty, which model files use alike for "none".
  func nonEmpty(_ key: String) -> String? {
    guard let text = attributes[key], !text.isEmpty else { return nil }
    return text
  }

  /// A flag; nil if it is absent. Old tools wrote "true" and "1" in places.
  func flag(_ key: String) -> Bool? {
    attributes[key].map { Self.isTrue($0) }
  }

  /// The element's name attribute, which everything but a model must have.
  func requiredName(in entity: String? = nil) throws(ModelFormatError) -> String {
    guard let name = nonEmpty("name") else {
      throw ModelFormatError(.missingName, entity: entity, reason: "<\(self.name)> has no name", line: line)
    }
    return name
  }

  private static func isTrue(_ text: String) -> Bool {
    switch text.lowercased() {
    case "yes", "true", "1": true
    default: false
    }
  }

  /// The `key`/`value` pairs of the element's `userInfo` child.
  var userInfo: [String: ModelValue] {
    var info: [String: ModelValue] = [:]
    for entry in children where entry.name == "userInfo" {
      for pair in entry.children where pair.name == "entry" {
        if let key = pair.attributes["key"] { info[key] = .string(pair.attributes["value"] ?? "") }
      }
    }
    return info
  }

  /// The renaming identifier: `elementID` in the editor's spelling, the other one as some tools spell it.
  var renamingIdentifier: String? {
    guard let text = nonEmpty("elementID") ?? nonEmpty("renamingIdentifier") else { return nil }
    return text == attributes["name"] ? nil : text
  }
}
