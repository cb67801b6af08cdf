import Foundation

/// Reads the XML of an `.xcdatamodel` (its `contents` file) into a document.
///
/// Unknown elements and attributes are skipped: newer tools add them. Relations between entities are not checked
/// here, that is `ModelValidator`'s duty.
package struct XMLModelReader {
  package init() {}

  /// - Parameter name: the name of the model version, which the XML does not hold.
  package func document(from data: Data, name: String) throws(ModelFormatError) -> ModelDocument {
    let root = try MarkupParser().parse(data)
    guard root.name == "model" else {
      throw ModelFormatError(
        .unsupportedFile, reason: "the root element is <\(root.name)>, a data model's is <model>", line: root.line)
    }
    var document = ModelDocument(name: name)
    document.settings = settings(of: root)
    if let identifier = root.attributes["userDefinedModelVersionIdentifier"] {
      document.versionIdentifiers = [identifier]
    }
    for element in root.children {
      switch element.name {
      case "entity":
        document.entities.append(try XMLEntityDecoder().entity(from: element))
      case "composite":
        var composite = CompositeRecord(name: try element.requiredName())
        for child in element.children(named: "attribute") {
          composite.elements.append(try XMLAttributeDecoder(entityName: composite.name).attribute(from: child))
        }
        document.composites.append(composite)
      case "fetchRequest":
        document.fetchRequests.append(try XMLEntityDecoder.fetchRequest(from: element, entityName: nil))
      case "configuration":
        let members = element.children(named: "memberEntity").compactMap { $0.nonEmpty("name") }
        document.configurations[try element.requiredName(), default: []] += members
      default:
        break
      }
    }
    return document
  }

  private func settings(of root: MarkupElement) -> ModelSettings {
    var settings = ModelSettings()
    settings.sourceLanguage = root.attributes["sourceLanguage"].flatMap(ModelSettings.SourceLanguage.init)
    settings.usedWithCloudKit = root.flag("usedWithCloudKit") ?? false
    settings.usedWithSwiftData = root.flag("usedWithSwiftData") ?? false
    settings.minimumToolsVersion = root.attributes["minimumToolsVersion"]
    settings.lastSavedToolsVersion = root.attributes["lastSavedToolsVersion"]
    settings.systemVersion = root.attributes["systemVersion"]
    return settings
  }
}
