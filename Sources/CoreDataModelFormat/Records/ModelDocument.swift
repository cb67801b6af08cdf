import Foundation

/// One version of a data model as a file describes it: values only, no objects and no engine.
///
/// Both the source form (`.xcdatamodel`) and the compiled form (`.mom`) are read into it. What only one form
/// holds is left at its default when the other form is read.
package struct ModelDocument: Equatable, Sendable {
  package var name: String
  package var versionIdentifiers: [String] = []
  package var entities: [EntityRecord] = []
  package var composites: [CompositeRecord] = []
  package var fetchRequests: [FetchRequestRecord] = []
  /// Configuration name to the names of its member entities, in file order. The default configuration, which holds
  /// every entity, is not listed.
  package var configurations: [String: [String]] = [:]
  package var settings = ModelSettings()

  package init(name: String) {
    self.name = name
  }

  package func entity(named name: String) -> EntityRecord? {
    entities.first { $0.name == name }
  }
}
