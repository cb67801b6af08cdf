import CoreDataModelFormat

/// A property of an entity: the common part of attributes, relationships, fetched properties and expressions.
///
/// Mutable until its model is used by a coordinator; a change after that traps. Follows Apple's `NSPropertyDescription`.
open class NSPropertyDescription: NSObject, NSCopying {
  var storage = Storage()

  /// What every kind of property holds; one value, so that copies are cheap to write and hard to get wrong.
  struct Storage {
    var name = ""
    var isOptional = true
    var isTransient = false
    var validationPredicates: [NSPredicate] = []
    var validationWarnings: [Any] = []
    var userInfo: [AnyHashable: Any]? = [:]
    var isIndexed = false
    var isIndexedBySpotlight = false
    var isStoredInExternalRecord = false
    var versionHashModifier: String?
    var renamingIdentifier: String?
  }

  unowned(unsafe) var owner: NSEntityDescription?

  /// Makes a property without a name.
  public override init() { super.init() }

  func assertMutable(_ what: StaticString = #function) {
    owner?.assertMutable("\(what) of property '\(name)'")
  }

  /// The entity that declares the property. Reading it before the property belongs to an entity traps.
  open var entity: NSEntityDescription {
    guard let owner else { fatalError("The property '\(name)' does not belong to an entity yet.") }
    return owner
  }

  /// The property's name, unique in its entity and its parents.
  open var name: String {
    get { storage.name }
    set { assertMutable(); storage.name = newValue; owner?.propertiesDidChange() }
  }

  /// Whether the property may be nil when it is saved; true by default.
  open var isOptional: Bool {
    get { storage.isOptional }
    set { assertMutable(); storage.isOptional = newValue }
  }

  /// Whether the property is kept in memory only.
  open var isTransient: Bool {
    get { storage.isTransient }
    set { assertMutable(); storage.isTransient = newValue }
  }

  /// The predicates that a value must meet to be saved.
  open var validationPredicates: [NSPredicate] { storage.validationPredicates }

  /// The messages (or error codes) that belong to `validationPredicates`, in order.
  open var validationWarnings: [Any] { storage.validationWarnings }

  /// Sets the predicates a value must meet, and the message of each.
  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    assertMutable()
    storage.validationPredicates = validationPredicates ?? []
    storage.validationWarnings = validationWarnings ?? []
  }

  /// Free information of the model's author.
  open var userInfo: [AnyHashable: Any]? {
    get { storage.userInfo }
    set { assertMutable(); storage.userInfo = newValue }
  }

  /// Whether the store should index the property. Deprecated by Apple in favour of `NSEntityDescription.indexes`.
  open var isIndexed: Bool {
    get { storage.isIndexed }
    set { assertMutable(); storage.isIndexed = newValue }
  }

  /// Apple's 32-byte version hash of the property.
  open var versionHash: Data { hashBase.hash }

  var hashBase: VersionHash.PropertyBase {
    VersionHash.PropertyBase(
      name: name, isOptional: isOptional, isTransient: isTransient, isReadOnly: isReadOnly,
      versionHashModifier: versionHashModifier)
  }

  var isReadOnly: Bool { false }

  /// A text that changes the version hash when nothing else in the model does.
  open var versionHashModifier: String? {
    get { storage.versionHashModifier }
    set { assertMutable(); storage.versionHashModifier = newValue }
  }

  /// Whether Spotlight should index the property. Kept, without effect here.
  open var isIndexedBySpotlight: Bool {
    get { storage.isIndexedBySpotlight }
    set { assertMutable(); storage.isIndexedBySpotlight = newValue }
  }

  /// Deprecated by Apple; kept, without effect.
  open var isStoredInExternalRecord: Bool {
    get { storage.isStoredInExternalRecord }
    set { assertMutable(); storage.isStoredInExternalRecord = newValue }
  }

  /// The name by which a migration finds the property's predecessor; the property's own name unless set.
  open var renamingIdentifier: String? {
    get { storage.renamingIdentifier ?? storage.name }
    set { assertMutable(); storage.renamingIdentifier = newValue }
  }

  /// A copy that belongs to no entity and can be changed.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = makeCopy()
    copy.storage = storage
    return copy
  }

  func makeCopy() -> NSPropertyDescription { NSPropertyDescription() }

  open override var description: String { "<\(type(of: self)) \(owner?.name ?? "-").\(name)>" }
}
