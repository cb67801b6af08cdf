/// What the model editor notes about a model as a whole. Only the source form holds it.
package struct ModelSettings: Equatable, Sendable {
  package enum SourceLanguage: String, Sendable {
    case swift = "Swift"
    case objectiveC = "Objective-C"
  }

  package var sourceLanguage: SourceLanguage?
  package var usedWithCloudKit = false
  package var usedWithSwiftData = false
  package var minimumToolsVersion: String?
  package var lastSavedToolsVersion: String?
  package var systemVersion: String?

  package init() {}
}
