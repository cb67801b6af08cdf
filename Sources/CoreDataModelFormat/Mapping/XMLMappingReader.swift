import Foundation

/// Reads the `xcmapping.xml` of a mapping model: a store of the editor's own objects, linked by their IDs.
package struct XMLMappingReader {
  package init() {}

  /// - Throws: `ModelFormatError` for XML that is damaged, and for what holds no mapping model.
  package func document(from data: Data) throws(ModelFormatError) -> MappingDocument {
    let root = try MarkupParser().parse(data)
    let objects = root.children(named: "object").map(EditorObject.init)
    let byID = Dictionary(objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    guard let model = objects.first(where: { $0.type == "XDDEVMAPPINGMODEL" }) else {
      throw ModelFormatError(.unreadableFile, reason: "the file holds no mapping model")
    }
    var document = MappingDocument()
    document.sourceModelName = model.fileName("sourcemodelpath")
    document.destinationModelName = model.fileName("destinationmodelpath")
    let mappings = objects.filter { $0.type == "XDDEVENTITYMAPPING" }.sorted { $0.number < $1.number }
    for object in mappings { document.entityMappings.append(try entityMapping(object, byID)) }
    return document
  }

  private func entityMapping(
    _ object: EditorObject, _ byID: [String: EditorObject]
  ) throws(ModelFormatError) -> MappingDocument.EntityMapping {
    let (source, destination) = (object["sourcename"], object["destinationname"])
    let names = [source, destination].compactMap { $0 }
    guard !names.isEmpty else { throw ModelFormatError(.unreadableFile, reason: "an entity mapping names no entity") }
    var mapping = MappingDocument.EntityMapping(name: object["name"] ?? names.joined(separator: "To"))
    mapping.sourceEntity = source
    mapping.destinationEntity = destination
    mapping.policyClassName = object["migrationpolicyclassname"]
    for id in object.links("attributemappings") {
      guard let part = byID[id] else { continue }
      mapping.attributes.append(try property(part, of: mapping.name))
    }
    for id in object.links("relationshipmappings") {
      guard let part = byID[id] else { continue }
      mapping.relationships.append(try property(part, of: mapping.name))
    }
    mapping.attributes.sort { $0.name < $1.name }
    mapping.relationships.sort { $0.name < $1.name }
    return mapping
  }

  private func property(
    _ object: EditorObject, of mapping: String
  ) throws(ModelFormatError) -> MappingDocument.PropertyMapping {
    guard let name = object["name"] else {
      throw ModelFormatError(.unreadableFile, entity: mapping, reason: "a property mapping has no name")
    }
    var property = MappingDocument.PropertyMapping(name: name)
    if let text = object["valueexpressiondata"] {
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw ModelFormatError(
          .unreadableFile, entity: mapping, property: name, reason: "the expression is no base64 text")
      }
      let archive = try KeyedArchive(data: data)
      switch ArchivedPredicateText(archive: archive).expression(archive.top["root"]) {
      case .success(let text): property.expression = text
      case .failure(let failure):
        throw ModelFormatError(
          .malformedArchive, entity: mapping, property: name,
          reason: "the expression cannot be read: \(failure.reason)")
      }
      return property
    }
    property.isGenerated = true
    property.sourceKeyPath = object["sourcekeypath"].map { path in
      path.hasPrefix("$source.") ? String(path.dropFirst("$source.".count)) : path
    }
    property.sourceMapping = object["sourcemappingname"]
    return property
  }
}

/// One object of the editor's store.
private struct EditorObject {
  let type: String
  let id: String
  private let values: [String: String]
  private let relationships: [String: [String]]

  init(_ element: MarkupElement) {
    type = element.attributes["type"]?.uppercased() ?? ""
    id = element.attributes["id"] ?? ""
    values = Dictionary(
      element.children(named: "attribute").map { ($0.attributes["name"]?.lowercased() ?? "", $0.text) },
      uniquingKeysWith: { first, _ in first })
    relationships = Dictionary(
      element.children(named: "relationship").map { child in
        let ids = (child.attributes["idrefs"] ?? "").split(separator: " ").map(String.init)
        return (child.attributes["name"]?.lowercased() ?? "", ids)
      }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> String? {
    guard let text = values[name], !text.isEmpty else { return nil }
    return text
  }

  var number: Int { self["mappingnumber"].flatMap { Int($0) } ?? 0 }

  func links(_ name: String) -> [String] { relationships[name] ?? [] }

  /// The last part of a path.
  func fileName(_ name: String) -> String? { self[name]?.split(separator: "/").last.map(String.init) }
}
