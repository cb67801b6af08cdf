/// A section of fetched results.
final class FetchedSection: NSFetchedResultsSectionInfo {
  let name: String
  let indexTitle: String?
  /// The place of its first object among all.
  let start: Int
  let members: ArraySlice<AnyObject>

  init(name: String, indexTitle: String?, members: ArraySlice<AnyObject>) {
    self.name = name
    self.indexTitle = indexTitle
    start = members.startIndex
    self.members = members
  }

  var numberOfObjects: Int { members.count }
  var objects: [Any]? { Array(members) }

  /// The section as it is told of once it is gone.
  var emptied: FetchedSection { FetchedSection(name: name, indexTitle: indexTitle, members: []) }
}
