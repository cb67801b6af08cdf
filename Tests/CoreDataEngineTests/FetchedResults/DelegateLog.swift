import CoreDataEngine

/// Notes what a controller tells, in words.
final class DelegateLog: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var calls: [String] = []
  private(set) var infos: [(name: String, count: Int)] = []

  /// What has been told since the last look.
  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
    calls.append("will")
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
    calls.append("did")
  }

  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let name = (anObject as? NSManagedObject)?.text("name") ?? "?"
    calls.append("\(type) \(name) \(text(indexPath))->\(text(newIndexPath))")
  }

  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange sectionInfo: NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
  ) {
    calls.append("section \(type) \(sectionInfo.name)(\(sectionInfo.numberOfObjects)) \(sectionIndex)")
  }

  private func text(_ path: IndexPath?) -> String {
    path.map { $0.map(String.init).joined(separator: ".") } ?? "-"
  }
}

/// Implements the difference, and is told of nothing else.
final class DifferenceLog: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var differences: [CollectionDifference<NSManagedObjectID>] = []
  private(set) var others = 0

  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { differences.append(diff) }

  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) { others += 1 }
}
