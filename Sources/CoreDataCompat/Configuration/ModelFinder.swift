import Foundation

/// Finds and loads the model of a configuration.
struct ModelFinder {
  /// In order of preference: compiled before source, versioned before single.
  private static let endings = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  let source: ModelSource

  /// The model. Throws `StackError.modelNotFound`, `.modelUnreadable` or `.modelsContradict`.
  func load() throws -> NSManagedObjectModel {
    switch source {
    case .instance(let model): return model
    case .url(let url): return try load(url)
    case .named(let name, let bundle): return try load(named: name, in: bundle.map { [$0] })
    case .merged(let bundles): return try merge(bundles)
    }
  }

  private func load(_ url: URL) throws -> NSManagedObjectModel {
    guard FileManager.default.fileExists(atPath: url.path) else {
      let folder = url.deletingLastPathComponent()
      throw StackError.modelNotFound(
        name: url.lastPathComponent, searched: [folder.path], found: names(Self.models(in: folder)))
    }
    do {
      return try Bridge.model(at: url)
    } catch {
      throw StackError.modelUnreadable(path: url.path, underlying: error as NSError)
    }
  }

  private func load(named name: String, in bundles: [Bundle]?) throws -> NSManagedObjectModel {
    let folders = Self.folders(of: bundles)
    for folder in folders {
      for ending in Self.endings {
        let url = folder.appendingPathComponent("\(name).\(ending)")
        if FileManager.default.fileExists(atPath: url.path) { return try load(url) }
      }
    }
    throw StackError.modelNotFound(
      name: name, searched: folders.map(\.path), found: names(folders.flatMap(Self.models)))
  }

  private func merge(_ bundles: [Bundle]?) throws -> NSManagedObjectModel {
    let folders = Self.folders(of: bundles)
    let urls = folders.flatMap(Self.models)
    guard !urls.isEmpty else {
      throw StackError.modelNotFound(name: nil, searched: folders.map(\.path), found: [])
    }
    let models = try urls.map(load)
    if models.count == 1 { return models[0] }
    guard let merged = NSManagedObjectModel(byMerging: models) else {
      throw StackError.modelsContradict(paths: urls.map(\.path))
    }
    return merged
  }

  private func names(_ urls: [URL]) -> [String] { urls.map(\.lastPathComponent) }

  /// Where models are looked for. The package manager puts the resources of each module in a folder beside the program.
  private static func folders(of bundles: [Bundle]?) -> [URL] {
    if let bundles { return bundles.map { $0.resourceURL ?? $0.bundleURL } }
    let main = Bundle.main
    let beside =
      (try? FileManager.default.contentsOfDirectory(at: main.bundleURL, includingPropertiesForKeys: nil)) ?? []
    let neighbours = beside.filter { ["resources", "bundle"].contains($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    return [main.resourceURL ?? main.bundleURL] + neighbours
  }

  /// The models of a folder, each name once, in the order of their names.
  private static func models(in folder: URL) -> [URL] {
    let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    var byName: [String: URL] = [:]
    for ending in endings.reversed() {
      for url in all where url.pathExtension == ending { byName[url.deletingPathExtension().lastPathComponent] = url }
    }
    return byName.sorted { $0.key < $1.key }.map(\.value)
  }
}
