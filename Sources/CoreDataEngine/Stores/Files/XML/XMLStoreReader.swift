import CoreDataModelFormat

/// Reads the objects of an XML store.
struct XMLStoreReader {
  private let model: CompiledModel
  private let keys: MemoryKeys
  private let names: XMLStoreNames
  private var builder: TableBuilder
  /// The entities of all objects of the file, by their numbers.
  private var entities: [Int64: EntityLayout] = [:]

  init(model: CompiledModel, keys: MemoryKeys, metadata: [String: Any]) {
    self.model = model
    self.keys = keys
    names = XMLStoreNames(model)
    builder = TableBuilder(model: model, keys: keys, metadata: metadata)
  }

  mutating func tables(from root: MarkupElement) throws -> MemoryTables {
    for element in root.children where element.name == "object" {
      let key = try key(element.attributes["id"] ?? "", element)
      guard let type = element.attributes["type"], let layout = names.layout(named: type) else {
        throw problem("the model has no entity '\(element.attributes["type"] ?? "")'", element)
      }
      guard entities.updateValue(layout, forKey: key) == nil else {
        throw problem("two objects have the id z\(key)", element)
      }
    }
    for element in root.children where element.name == "object" { builder.add(try record(element)) }
    if let info = root.children.first(where: { $0.name == "databaseInfo" }),
      let next = info.children.first(where: { $0.name == "nextObjectID" }), let number = Int64(next.text.trimmed)
    {
      keys.reserve(number - 1, root: 0)
    }
    return builder.finish()
  }

  private func record(_ element: MarkupElement) throws -> StoredRecord {
    let key = try key(element.attributes["id"] ?? "", element)
    guard let layout = entities[key] else { throw problem("the object has no entity", element) }
    var record = StoredRecord(layout, key: key)
    for child in element.children {
      guard let name = child.attributes["name"], let property = names.property(named: name, in: layout) else {
        throw problem("the entity '\(layout.name)' has no property '\(child.attributes["name"] ?? "")'", child)
      }
      switch property.kind {
      case .attribute(let kind):
        guard child.name == "attribute", let value = XMLStoreValue.value(of: child.text, kind: kind),
          property.composite?.accepts(value) ?? true
        else {
          throw problem("the value of '\(property.name)' is none of type \(XMLStoreValue.typeName(of: kind))", child)
        }
        record.values[property.slot] = value
      case .toOne, .toMany:
        guard child.name == "relationship" else { throw problem("'\(property.name)' is a relationship", child) }
        record.destinations[property.slot] = try destinations(child, property)
      }
    }
    return record
  }

  private func destinations(_ element: MarkupElement, _ property: PropertyLayout) throws -> [ObjectKey] {
    let references = (element.attributes["idrefs"] ?? "").split(whereSeparator: \.isWhitespace)
    guard references.count <= 1 || property.isToMany else {
      throw problem("'\(property.name)' leads to several objects", element)
    }
    return try references.map { text in
      let key = try key(String(text), element)
      guard let layout = entities[key], layout.isKind(of: property.destination) else {
        throw problem(
          "'\(property.name)' leads to \(text), which is no object of '\(property.destination.name)'", element)
      }
      return ObjectKey(entityIndex: layout.index, key: key)
    }
  }

  private func key(_ text: String, _ element: MarkupElement) throws -> Int64 {
    guard text.first == "z", let key = Int64(text.dropFirst()), key > 0, key < Int64.max / 2 else {
      throw problem("'\(text)' is no id of an object", element)
    }
    return key
  }

  private func problem(_ reason: String, _ element: MarkupElement) -> StoreFileProblem {
    StoreFileProblem("line \(element.line): \(reason)")
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
