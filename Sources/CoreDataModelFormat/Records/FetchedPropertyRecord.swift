/// A fetched property as a model file describes it.
package struct FetchedPropertyRecord: Equatable, Sendable {
  /// What the editor names the request of every fetched property.
  package static let requestName = "fetchedPropertyFetchRequest"

  package var name: String
  package var isOptional = true
  package var fetchRequest: FetchRequestRecord
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var userInfo: [String: ModelValue] = [:]

  package init(name: String, fetchRequest: FetchRequestRecord) {
    self.name = name
    self.fetchRequest = fetchRequest
  }
}
