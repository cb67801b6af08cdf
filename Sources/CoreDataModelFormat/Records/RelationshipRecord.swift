/// A relationship as a model file describes it.
package struct RelationshipRecord: Equatable, Sendable {
  /// The raw values are those of Apple's `NSDeleteRule`.
  package enum DeleteRule: Int, Sendable, CaseIterable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3

    package var sourceName: String {
      switch self {
      case .noAction: "No Action"
      case .nullify: "Nullify"
      case .cascade: "Cascade"
      case .deny: "Deny"
      }
    }
  }

  package var name: String
  package var isOptional = false
  package var isTransient = false
  package var minCount = 0
  /// 1 for to-one; 0 (or -1 in some old files) for an unbounded to-many.
  package var maxCount = 1
  package var isOrdered = false
  package var deleteRule = DeleteRule.nullify
  /// Empty if the file names none.
  package var destinationEntityName: String
  package var inverseName: String?
  package var inverseEntityName: String?
  /// Legacy single-property index.
  package var isIndexed = false
  package var isIndexedBySpotlight = false
  /// Rules that are not counts: only models built in code and then compiled carry them.
  package var validationRules: [ValidationRule] = []
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var userInfo: [String: ModelValue] = [:]

  package init(name: String, destinationEntityName: String) {
    self.name = name
    self.destinationEntityName = destinationEntityName
  }

  package var isToMany: Bool { maxCount != 1 }
}
