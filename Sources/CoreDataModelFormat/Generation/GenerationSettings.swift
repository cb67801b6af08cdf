/// What generated sources depend on besides the model.
package struct GenerationSettings: Equatable, Sendable {
  package enum AccessLevel: String, Sendable, CaseIterable {
    case `public`
    case package
    case `internal`

    /// What stands before a declaration; nothing for the default level.
    var prefix: String { self == .internal ? "" : rawValue + " " }
  }

  /// The key in an entity's user info dictionary that sets the access level of its class.
  package static let accessLevelKey = "CoreDataCompat.accessLevel"

  /// The module that the sources are compiled into; nil if it is not known.
  package var moduleName: String?
  /// The module that they import.
  package var importedModule: String
  /// Of entities whose user info says nothing else.
  package var accessLevel: AccessLevel

  package init(moduleName: String? = nil, importedModule: String = "CoreData", accessLevel: AccessLevel = .public) {
    self.moduleName = moduleName
    self.importedModule = importedModule
    self.accessLevel = accessLevel
  }
}
