import Foundation

/// Writes a document as the XML of an `.xcdatamodel`, so that reading it gives an equal document.
package struct XMLModelWriter {
  package init() {}

  /// - Throws: `ModelFormatError` for what source models cannot say, such as rules built in code.
  package func data(for document: ModelDocument) throws(ModelFormatError) -> Data {
    guard document.versionIdentifiers.count <= 1 else {
      throw ModelFormatError(.invalidValue, reason: "a source model has one version identifier, this has several")
    }
    let settings = document.settings
    var xml = XMLText()
    try xml.element(
      "model",
      [
        ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
        ("lastSavedToolsVersion", settings.lastSavedToolsVersion), ("systemVersion", settings.systemVersion),
        ("minimumToolsVersion", settings.minimumToolsVersion), ("sourceLanguage", settings.sourceLanguage?.rawValue),
        ("usedWithCloudKit", yes(settings.usedWithCloudKit)), ("usedWithSwiftData", yes(settings.usedWithSwiftData)),
        ("userDefinedModelVersionIdentifier", document.versionIdentifiers.first),
      ]
    ) { (xml: inout XMLText) throws(ModelFormatError) in
      for entity in document.entities { try XMLEntityEncoder(entity: entity).encode(to: &xml) }
      for composite in document.composites {
        try xml.element("composite", [("name", composite.name)]) { (xml: inout XMLText) throws(ModelFormatError) in
          for element in composite.elements {
            try XMLAttributeEncoder(entityName: composite.name).encode(element, to: &xml)
          }
        }
      }
      for request in document.fetchRequests {
        try XMLFetchRequestEncoder(entityName: nil, propertyName: request.name).encode(request, to: &xml)
      }
      for (name, members) in document.configurations.sorted(by: { $0.key < $1.key }) {
        try xml.element("configuration", [("name", name)]) { (xml: inout XMLText) throws(ModelFormatError) in
          for member in members { try xml.element("memberEntity", [("name", member)]) }
        }
      }
    }
    return Data(xml.text.utf8)
  }
}

/// The spelling of a flag that is left out when it is not set.
func yes(_ flag: Bool) -> String? {
  flag ? "YES" : nil
}
