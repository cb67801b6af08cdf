import Foundation
import Testing

@testable import CoreDataEngine

/// Real stores and models that lie beside the package; tests that need them are skipped where they are absent.
enum FixtureStores {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/fixtures")

  static let areAvailable = FileManager.default.fileExists(atPath: root.appendingPathComponent("INDEX.md").path)

  /// The files of all stores, by their path under the folder of stores.
  static let names: [String] = urls(under: "stores", ["sqlite", "moody"]).map {
    String($0.path.dropFirst(root.appendingPathComponent("stores/").path.count))
  }

  static func urls(under folder: String, _ extensions: Set<String>) -> [URL] {
    let base = root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) else { return [] }
    return walk.compactMap { $0 as? URL }.filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }

  /// A copy of a store, with its log, in `folder`.
  static func copy(_ name: String, to folder: TemporaryFolder) throws -> URL {
    let source = root.appendingPathComponent("stores").appendingPathComponent(name)
    let target = folder.url.appendingPathComponent(source.lastPathComponent)
    for part in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + part) {
      try FileManager.default.copyItem(atPath: source.path + part, toPath: target.path + part)
    }
    return target
  }

  /// The readable models and the hashes of their entities. Hashing takes its time, so it is done once.
  private static let models: [(url: URL, hashes: [String: Data])] = urls(under: "models", ["xcdatamodel"]).compactMap {
    guard let model = try? NSManagedObjectModel(validating: $0) else { return nil }
    return ($0, model.entityVersionHashesByName)
  }

  /// The model that a store was made with; nil when it is not among the readable ones, or contradicts itself.
  static func model(of metadata: [String: Any]) throws -> CompiledModelSource? {
    guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
    for (url, known) in models where known == hashes {
      let model = try NSManagedObjectModel(validating: url)
      // One of the models has a relationship whose inverse does not point back.
      guard let compiled = try? model.compile() else { continue }
      return CompiledModelSource(model: model, compiled: compiled)
    }
    return nil
  }

  /// A model and its compiled form, which does not retain it.
  struct CompiledModelSource {
    let model: NSManagedObjectModel
    let compiled: CompiledModel
  }
}

extension Trait where Self == ConditionTrait {
  static var needsFixtureStores: Self {
    .enabled(if: FixtureStores.areAvailable, "the fixtures (../shared/fixtures) are not here")
  }
}
