import Foundation

/// A mapping model as a file describes it: how the objects of one version of a model become those of another.
package struct MappingDocument: Equatable, Sendable {
  package struct EntityMapping: Equatable, Sendable {
    package var name: String
    /// Apple's `NSEntityMappingType`; 0 where the file leaves it open.
    package var type = 0
    package var sourceEntity: String?
    package var destinationEntity: String?
    package var sourceHash: Data?
    package var destinationHash: Data?
    package var policyClassName: String?
    /// In the format language; nil for all objects of the source entity.
    package var sourceExpression: String?
    package var attributes: [PropertyMapping] = []
    package var relationships: [PropertyMapping] = []

    package init(name: String) { self.name = name }
  }

  package struct PropertyMapping: Equatable, Sendable {
    /// The property of the newer entity.
    package var name: String
    /// In the format language; nil for none.
    package var expression: String?
    /// The file leaves the expression to be worked out: the property follows the one of the same name, if there is one.
    package var isGenerated = false
    /// For a generated one: the key path in the older object, where it is not the name.
    package var sourceKeyPath: String?
    /// For a generated relationship: the mapping that makes the destinations, where it is given.
    package var sourceMapping: String?

    package init(name: String) { self.name = name }
  }

  package var entityMappings: [EntityMapping] = []
  /// The file names of the versions, where the file tells them.
  package var sourceModelName: String?
  package var destinationModelName: String?

  package init() {}
}

/// Reads mapping models: `.cdm` files, `.xcmappingmodel` folders and the `xcmapping.xml` in them.
package enum MappingReader {
  /// - Throws: `ModelFormatError`, naming the file.
  package static func document(at url: URL) throws(ModelFormatError) -> MappingDocument {
    do throws(ModelFormatError) {
      if url.pathExtension.lowercased() == "cdm" {
        return try CompiledMappingReader().document(from: try ModelFile.contents(of: url))
      }
      let file = url.pathExtension.lowercased() == "xcmappingmodel" ? url.appendingPathComponent("xcmapping.xml") : url
      return try XMLMappingReader().document(from: try ModelFile.contents(of: file))
    } catch {
      throw error.located(in: url.path)
    }
  }
}
