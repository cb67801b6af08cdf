/// Finds the mapping model between two models.
struct MappingSearch {
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel

  /// The first that fits; compiled ones are asked first.
  func find(in bundles: [Bundle]?) -> MappingFile.Contents? {
    let folders = ModelLookup.searchedFolders(bundles)
    for ending in ["cdm", "xcmappingmodel"] {
      for folder in folders {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for url in files.sorted(by: { $0.path < $1.path }) where url.pathExtension == ending {
          if let contents = try? MappingFile.contents(of: url), fits(contents) { return contents }
        }
      }
    }
    return nil
  }

  func fits(_ contents: MappingFile.Contents) -> Bool {
    guard !contents.mappings.isEmpty, contents.mappings.allSatisfy(fits) else { return false }
    if contents.mappings.allSatisfy({ $0.sourceEntityVersionHash != nil || $0.destinationEntityVersionHash != nil }) {
      return true
    }
    // Without hashes, the names of the versions tell; without those, all entities must be there.
    let names = [(contents.versionNames.source, source), (contents.versionNames.destination, destination)]
    let answers = names.map { hasName($0.0, $0.1) }
    if answers.contains(false) { return false }
    if !answers.contains(nil) { return true }
    let made = Set(contents.mappings.compactMap(\.destinationEntityName))
    return destination.entities.allSatisfy { $0.isAbstract || made.contains($0.name ?? "") }
  }

  private func fits(_ mapping: NSEntityMapping) -> Bool {
    if let name = mapping.sourceEntityName {
      guard let entity = source.entitiesByName[name] else { return false }
      if let hash = mapping.sourceEntityVersionHash, hash != entity.versionHash { return false }
    }
    guard let name = mapping.destinationEntityName else { return true }
    guard let entity = destination.entitiesByName[name] else { return false }
    if let hash = mapping.destinationEntityVersionHash { return hash == entity.versionHash }
    let names = (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
    return names.allSatisfy { $0.name.map { entity.propertiesByName[$0] != nil } ?? false }
  }

  /// Whether a model is the version of that file name; nil when one of the two is not known.
  private func hasName(_ name: String?, _ model: NSManagedObjectModel) -> Bool? {
    guard let name, model.fileURLs.count == 1, let file = model.fileURLs.first else { return nil }
    return file.deletingPathExtension().lastPathComponent == (name as NSString).deletingPathExtension
  }
}
