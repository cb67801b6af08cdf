/// Is told how the results of a fetched results controller change. Follows Apple's `NSFetchedResultsControllerDelegate`.
///
/// Every requirement has a default implementation that does nothing, in place of Apple's optional ones. Called on the
/// queue of the controller's context.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// An object has come, gone, moved or changed. `indexPath` is its place before all changes, nil for one that has come;
  /// `newIndexPath` the one after all of them, nil for one that has gone.
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

  /// A section has come or gone. Its index is the one before all changes if it has gone, else the one after.
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange sectionInfo: NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType)

  /// Changes are about to be told.
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)

  /// All changes have been told.
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>)

  /// The title of a section in the index; nil for none. By default the first letter of its name, as a capital.
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, sectionIndexTitleForSectionName sectionName: String
  ) -> String?

  /// The IDs of the results have changed. Called only for a controller without sections; a delegate that implements it is
  /// told of no sections and objects.
  func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
}

extension NSFetchedResultsControllerDelegate {
  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange sectionInfo: NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controllerWillChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {}

  /// The controller's own title.
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>, sectionIndexTitleForSectionName sectionName: String
  ) -> String? { controller.sectionIndexTitle(forSectionName: sectionName) }

  /// Has the controller tell of sections and objects.
  public func controller(
    _ controller: NSFetchedResultsController<NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { controller.delegateWantsObjects = true }
}
