import CoreDataEngine
import CoreDataModelFormat
import Foundation

/// Whether a store was made with a version of a model.
struct ModelMatch {
  let changed: [String]
  let onlyInStore: [String]
  let onlyInModel: [String]

  init(_ document: ModelDocument, _ reader: StoreReader) {
    let model = document.versionHashes()
    let store = reader.versionHashes
    changed = model.keys.filter { name in store[name].map { $0 != model[name] } ?? false }.sorted()
    onlyInStore = store.keys.filter { model[$0] == nil }.sorted()
    // A store of one configuration lacks the entities of the others.
    let groups = document.configurations.values.map { Set($0) }
    let isConfiguration = groups.contains(Set(store.keys))
    onlyInModel = isConfiguration ? [] : model.keys.filter { store[$0] == nil }.sorted()
  }

  var isExact: Bool { changed.isEmpty && onlyInStore.isEmpty && onlyInModel.isEmpty }

  var summary: String {
    let parts = [("changed", changed), ("only in the store", onlyInStore), ("only in the model", onlyInModel)]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
  }
}
