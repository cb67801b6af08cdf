import Foundation

/// Reads compiled models: `.mom` files and the model caches of stores.
package struct CompiledModelReader {
  package init() {}

  /// Reads a `.mom` file: a keyed archive of an `NSManagedObjectModel`.
  ///
  /// Entities and properties come sorted by name: the archive keeps no order.
  package func document(from data: Data, name: String) throws(ModelFormatError) -> ModelDocument {
    var decoder = ArchivedModelDecoder(archive: try KeyedArchive(data: data))
    return try decoder.document(name: name)
  }

  /// Reads the content of a store's `Z_MODELCACHE`: the same archive, compressed.
  package func document(fromModelCache data: Data, name: String) throws(ModelFormatError) -> ModelDocument {
    try document(from: try RawDeflate.decompress(data), name: name)
  }
}
