import CoreDataModelFormat
import CoreDataSQLite

/// A store opened by a tool with a model from elsewhere, for reading alone.
package final class InspectedStore {
  package let reader: StoreReader
  package let model: NSManagedObjectModel
  let store: SQLiteStore

  /// Opens the store. Throws when its tables are not those of the model; version hashes are not compared.
  package init(_ reader: StoreReader, document: ModelDocument) throws {
    self.reader = reader
    model = try NSManagedObjectModel(document: document)
    var options = SQLiteStoreOptions()
    options.isReadOnly = true
    options.ignoresVersionHashes = true
    let compiled = try model.compile()
    // A store may hold one configuration of its model only.
    let stored = reader.versionHashes
    let layouts = stored.isEmpty ? compiled.layouts : compiled.layouts.filter { stored[$0.name] != nil }
    store = try SQLiteStore(
      url: reader.readingURL, options: options, model: compiled, layouts: layouts, createIfNeeded: false)
  }

  deinit { try? store.close() }

  /// The names of the stored entities, in Apple's order.
  package var entityNames: [String] { store.layouts.map(\.name) }

  /// The table of an entity; nil for one that is not in the store.
  package func table(ofEntity name: String) -> String? { layout(name).map { store.schema.entity($0).table.name } }

  /// The objects of an entity alone, without those of its sub-entities.
  package func count(ofEntity name: String) throws -> Int {
    guard let layout = layout(name) else { return 0 }
    var query = RowQuery(layout)
    query.includesSubentities = false
    return try store.count(query)
  }

  func layout(_ name: String) -> EntityLayout? { store.layouts.first { $0.name == name } }
}
