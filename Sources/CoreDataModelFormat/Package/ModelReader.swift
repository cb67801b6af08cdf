import Foundation

/// Reads a model from disk, whatever its form.
package enum ModelReader {
  /// Reads the model at a URL: of a package, its current version.
  /// - Throws: `ModelFormatError`, naming file, entity and property.
  package static func document(at url: URL) throws(ModelFormatError) -> ModelDocument {
    try document(of: try ModelPackage(url: url).current)
  }

  /// Reads one version and checks that it does not contradict itself.
  package static func document(of version: ModelPackage.Version) throws(ModelFormatError) -> ModelDocument {
    let document = try uncheckedDocument(of: version)
    try located(in: version.url) { () throws(ModelFormatError) in try ModelValidator(document).validate() }
    return document
  }

  /// Reads one version as it is, contradictions included.
  package static func uncheckedDocument(of version: ModelPackage.Version) throws(ModelFormatError) -> ModelDocument {
    guard version.url.pathExtension.lowercased() != "mom" else {
      let data = try ModelFile.contents(of: version.url)
      return try located(in: version.url) { () throws(ModelFormatError) in
        try CompiledModelReader().document(from: data, name: version.name)
      }
    }
    let file = version.url.appendingPathComponent("contents")
    let legacy = version.url.appendingPathComponent("elements")
    if !FileManager.default.fileExists(atPath: file.path), FileManager.default.fileExists(atPath: legacy.path) {
      throw ModelFormatError(
        .legacyFormat, file: version.url.path,
        reason: "legacy model format: before Xcode 4, models were private archives of the editor",
        hint: "open the model once in a newer Xcode and save it")
    }
    let data = try ModelFile.contents(of: file)
    return try located(in: file) { () throws(ModelFormatError) in
      try XMLModelReader().document(from: data, name: version.name)
    }
  }

  private static func located<Result>(
    in url: URL, _ body: () throws(ModelFormatError) -> Result
  ) throws(ModelFormatError) -> Result {
    do {
      return try body()
    } catch {
      throw error.located(in: url.path)
    }
  }
}
