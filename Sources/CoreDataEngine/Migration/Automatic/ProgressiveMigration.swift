import CoreDataModelFormat

/// A way from one version of a package to another through those between them, for when none leads there at once.
struct ProgressiveMigration {
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel

  /// The versions after the source, the destination being the last; nil when the package has no two such versions, or has
  /// nothing between them.
  func path() -> [NSManagedObjectModel]? {
    guard destination.fileURLs.count == 1, let file = destination.fileURLs.first else { return nil }
    let models = SourceModelSearch.models(at: SourceModelSearch.versions(besides: file))
    let (older, newer) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
    guard let first = models.lastIndex(where: { $0.entityVersionHashesByName == older }),
      let last = models.lastIndex(where: { $0.entityVersionHashesByName == newer }), last > first + 1
    else { return nil }
    return Array(models[(first + 1)..<last]) + [destination]
  }

  /// Whether each version can be reached from the one before.
  static func isPossible(from source: NSManagedObjectModel, through path: [NSManagedObjectModel]) -> Bool {
    zip([source] + path, path).allSatisfy { older, newer in
      NSMappingModel(from: nil, forSourceModel: older, destinationModel: newer) != nil
        || MappingInference(matching: ModelMatching(source: older.entities, destination: newer.entities))
          .problems().isEmpty
    }
  }
}
