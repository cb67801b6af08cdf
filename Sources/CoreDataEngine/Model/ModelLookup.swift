import CoreDataModelFormat

/// Finds model files in bundles. On Linux a bundle's resources lie in a `.resources` folder beside the program.
enum ModelLookup {
  /// In order of preference: compiled before source, versioned before single.
  private static let extensions = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  /// The model of that name in the main bundle or one beside it; nil, with a message that names the places searched,
  /// when there is none.
  static func model(named name: String) -> NSManagedObjectModel? {
    let folders = searchedFolders(nil)
    for folder in folders {
      for ending in extensions {
        let url = folder.appendingPathComponent("\(name).\(ending)")
        if FileManager.default.fileExists(atPath: url.path) { return NSManagedObjectModel(contentsOf: url) }
      }
    }
    let found = folders.flatMap(modelFiles).map(\.lastPathComponent)
    report(
      "Failed to load model named \(name). Searched: \(folders.map(\.path).joined(separator: ", ")). Models found there: \(found.isEmpty ? "none" : found.joined(separator: ", "))"
    )
    return nil
  }

  /// The models of bundles; of the main bundle and those beside it when nil.
  static func models(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
    searchedFolders(bundles).flatMap(modelFiles).compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  static func searchedFolders(_ bundles: [Bundle]?) -> [URL] {
    if let bundles { return bundles.map { $0.resourceURL ?? $0.bundleURL } }
    let main = Bundle.main
    var folders = [main.resourceURL ?? main.bundleURL]
    let beside = main.bundleURL
    let neighbours = (try? FileManager.default.contentsOfDirectory(at: beside, includingPropertiesForKeys: nil)) ?? []
    folders += neighbours.filter { ["resources", "bundle"].contains($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    return folders
  }

  /// The model files of a folder, each name once, in order.
  static func modelFiles(in folder: URL) -> [URL] {
    let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    var byName: [String: URL] = [:]
    for ending in extensions.reversed() {
      for url in all where url.pathExtension == ending { byName[url.deletingPathExtension().lastPathComponent] = url }
    }
    return byName.sorted { $0.key < $1.key }.map(\.value)
  }

  static func report(_ text: String, as level: String = "error") {
    FileHandle.standardError.write(Data("CoreData: \(level):  \(text)\n".utf8))
  }
}
