import Foundation

/// Writes a document as a `.mom`: a keyed archive of an `NSManagedObjectModel`.
///
/// Reading it gives the document's compiled form.
package struct CompiledModelWriter {
  package init() {}

  /// - Throws: `ModelFormatError` for a document that contradicts itself and for predicates that cannot be compiled.
  package func data(for document: ModelDocument) throws(ModelFormatError) -> Data {
    try ModelValidator(document).validate()
    var encoder = ArchivedModelEncoder(document: document.compiledForm())
    return try encoder.archive().data()
  }
}
