/// A fetch request that a model file holds: a template, or the request of a fetched property.
package struct FetchRequestRecord: Equatable, Sendable {
  /// The raw values are those of model files, which are not those of `NSFetchRequestResultType`.
  package enum ResultType: Int, Sendable {
    case objects = 0
    case objectIDs = 1
    case dictionaries = 2
  }

  package struct SortKey: Equatable, Sendable {
    package var key: String
    package var ascending: Bool

    package init(key: String, ascending: Bool) {
      self.key = key
      self.ascending = ascending
    }
  }

  package var name: String
  package var entityName: String
  package var predicate: PredicateText?
  package var sortKeys: [SortKey] = []
  package var fetchLimit = 0
  package var fetchOffset = 0
  package var fetchBatchSize = 0
  package var resultType = ResultType.objects
  package var includesSubentities = true
  package var includesPropertyValues = true
  package var includesPendingChanges = true
  package var returnsObjectsAsFaults = true
  package var returnsDistinctResults = false
  package var propertiesToFetch: [String] = []
  package var propertiesToGroupBy: [String] = []
  package var relationshipKeyPathsForPrefetching: [String] = []
  package var havingPredicate: PredicateText?

  package init(name: String, entityName: String) {
    self.name = name
    self.entityName = entityName
  }
}
