import Foundation
import PackagePlugin

/// The models among the files of a target; those inside of another folder of the kind are versions, not models.
func models(of target: any SourceModuleTarget) -> [URL] {
  let endings = ["xcdatamodeld", "xcdatamodel"]
  var paths: Set<String> = []
  for file in target.sourceFiles {
    let components = file.url.pathComponents
    guard let index = components.firstIndex(where: { name in endings.contains { name.hasSuffix("." + $0) } }) else {
      continue
    }
    paths.insert(NSString.path(withComponents: Array(components[...index])))
  }
  return paths.sorted().map { URL(fileURLWithPath: $0) }
}

/// The files that a model consists of: what its classes depend on.
func files(under model: URL) -> [URL] {
  guard let walk = FileManager.default.enumerator(at: model, includingPropertiesForKeys: nil) else { return [] }
  return walk.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
}

/// The module that the target reaches Core Data through: the one of these that it depends on.
func importedModule(of target: any SourceModuleTarget) -> String {
  var names: Set<String> = []
  for dependency in target.dependencies {
    switch dependency {
    case .product(let product): names.insert(product.name)
    case .target(let target): names.insert(target.name)
    @unknown default: break
    }
  }
  return ["CoreData", "CoreDataCompat", "CoreDataEngine"].first(where: names.contains) ?? "CoreData"
}
