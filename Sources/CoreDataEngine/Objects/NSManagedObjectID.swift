/// Names an object of a store, across contexts and threads. Follows Apple's `NSManagedObjectID`.
///
/// @unchecked Sendable: immutable.
public final class NSManagedObjectID: NSObject, NSFetchRequestResult, NSCopying, @unchecked Sendable {
  /// Positive: a key of the store. Negative: temporary, unique in the process.
  let key: Int64
  let layout: EntityLayout
  /// Keeps `layout` alive.
  private let model: CompiledModel
  private let reference: StoreReference?
  /// Distinguishes stores without retaining them; nil for a temporary ID.
  var storeIdentity: ObjectIdentifier? { reference.map(ObjectIdentifier.init) }
  private var store: NSPersistentStore? { reference?.store }

  init(key: Int64, layout: EntityLayout, model: CompiledModel, store: StoreReference?) {
    self.key = key
    self.layout = layout
    self.model = model
    reference = key > 0 ? store : nil
    super.init()
  }

  /// The entity of the object.
  public var entity: NSEntityDescription { layout.entity }

  /// The store the object is saved in; nil for a temporary ID that is not assigned to a store, and once the store is
  /// gone.
  public var persistentStore: NSPersistentStore? { store }

  /// Whether the object has not been saved yet; its ID changes when it is.
  public var isTemporaryID: Bool { key < 0 }

  /// The ID as a URL: `x-coredata://<store>/<entity>/p<key>`, or `x-coredata:///<entity>/t<UUID><number>` while it is
  /// temporary. The way back is the coordinator's `managedObjectID(forURIRepresentation:)`.
  public func uriRepresentation() -> URL {
    let name = layout.name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? layout.name
    let text =
      key < 0
      ? "x-coredata:///\(name)/t\(NSManagedObjectID.processUUID)\(-key)"
      : "x-coredata://\(store?.identifier ?? "")/\(name)/\(store?.referenceText(of: key, in: layout) ?? "p\(key)")"
    guard let url = URL(string: text) else { fatalError("\(text) is no URL.") }
    return url
  }

  static let processUUID = UUID().uuidString

  /// IDs are equal when they name the same object of the same store.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectID else { return false }
    return key == other.key && layout.rootIndex == other.layout.rootIndex && storeIdentity == other.storeIdentity
  }

  public override var hash: Int {
    // Tables hash it once more.
    Int(truncatingIfNeeded: key) ^ layout.rootIndex << 48
  }

  /// The ID itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override var description: String { uriRepresentation().absoluteString }
}
