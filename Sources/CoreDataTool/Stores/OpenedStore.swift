import CoreDataEngine
import CoreDataModelFormat
import Foundation

/// A store for a reading verb, with the model that a file gives or the store keeps.
struct OpenedStore {
  let reader: StoreReader
  let document: ModelDocument
  let inspected: InspectedStore
  let modelOrigin: String

  static let modelOption = Option.text("model", "MODEL", "the model; the one that the store keeps when left out")
  static let operand = CommandSyntax.Operand(name: "STORE", help: "an SQLite store")

  /// `reader` is the store that the arguments name, when it has been opened already.
  init(_ arguments: Arguments, _ reader: StoreReader? = nil) throws {
    let reader = try reader ?? StoreReader(URL(fileURLWithPath: arguments.required("STORE")))
    let (document, origin) = try OpenedStore.model(arguments[OpenedStore.modelOption], for: reader)
    self.reader = reader
    self.document = document
    modelOrigin = origin
    inspected = try InspectedStore(reader, document: document.readable)
  }

  /// The version of the model that fits the store. Throws when there is none.
  static func model(_ path: String?, for reader: StoreReader) throws -> (ModelDocument, String) {
    guard let path else {
      guard let document = try reader.cachedModel() else {
        throw ToolError("\(reader.url.path): the store keeps no model; name one with --model")
      }
      return (document, "the store's own copy")
    }
    let versions = try ModelFile(path).versions
    if let match = versions.first(where: { ModelMatch($0, reader).isExact }) {
      return (match, "\(path), \(match.name)")
    }
    let summary = versions.last.map { ModelMatch($0, reader).summary } ?? "it has no version"
    throw ToolError("\(path): no version fits the store \(reader.url.path); \(summary)")
  }

  /// The context for fetches: it reads what the store holds, and can save nothing.
  func entity(_ name: String) throws -> NSEntityDescription {
    guard inspected.table(ofEntity: name) != nil, let entity = inspected.model.entitiesByName[name] else {
      let names = inspected.entityNames.sorted().joined(separator: ", ")
      throw ToolError("\(reader.url.path): there is no entity \(name); there are \(names)")
    }
    return entity
  }
}

extension ModelDocument {
  /// The model with the same tables and nothing of a program in it: neither classes nor value transformers.
  var readable: ModelDocument {
    var copy = self
    for entity in copy.entities.indices {
      copy.entities[entity].className = nil
      for index in copy.entities[entity].attributes.indices
      where copy.entities[entity].attributes[index].type == .transformable {
        copy.entities[entity].attributes[index].type = .binary
        copy.entities[entity].attributes[index].valueTransformerName = nil
        copy.entities[entity].attributes[index].customClassName = nil
        copy.entities[entity].attributes[index].defaultValue = nil
      }
    }
    return copy
  }
}
