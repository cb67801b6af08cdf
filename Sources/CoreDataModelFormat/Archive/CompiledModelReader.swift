import Foundation

package struct CompiledModelReader {
  package init() {}
  package func document(from data: Data, name: String) throws(ModelFormatError) -> ModelDocument {
    throw ModelFormatError(.unsupportedFile, reason: "compiled models cannot be read")
  }
}
