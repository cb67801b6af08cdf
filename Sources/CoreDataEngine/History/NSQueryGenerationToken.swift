/// A moment of the stores, which a context reads from whatever is written afterwards. Follows Apple's
/// `NSQueryGenerationToken`.
///
/// While a token is in use, the write-ahead log of its stores keeps what the token needs and grows with every save.
///
/// @unchecked Sendable: immutable.
open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The pinned stores; nil for the moment of the next read.
  private let pins: [ObjectIdentifier: any ObjectStore]?
  private let identifier: UUID
  private static let newest = NSQueryGenerationToken(pins: nil)
  private static let known = Lock<[UUID: WeakToken]>([:])

  private struct WeakToken {
    weak var token: NSQueryGenerationToken?
  }

  private init(pins: [ObjectIdentifier: any ObjectStore]?) {
    self.pins = pins
    identifier = UUID()
    super.init()
    NSQueryGenerationToken.known.withLock { known in
      known = known.filter { $0.value.token != nil }
      known[identifier] = WeakToken(token: self)
    }
  }

  /// Stands for the moment at which a context first reads after it was set.
  open class var current: NSQueryGenerationToken { newest }

  /// Pins all stores that can be. Throws 134091 when there is none, and what SQLite throws.
  static func pinning(_ stores: [NSPersistentStore]) throws -> NSQueryGenerationToken {
    var pins: [ObjectIdentifier: any ObjectStore] = [:]
    for store in stores {
      if let pinned = try store.objectStore.pinned() { pins[ObjectIdentifier(store)] = pinned }
    }
    guard !pins.isEmpty else {
      throw NSError.coreData(
        NSPersistentStoreUnsupportedRequestTypeError,
        reason: "Query generations need an SQLite store in a file, with a write-ahead log and a pool of connections.")
    }
    return NSQueryGenerationToken(pins: pins)
  }

  var isPinned: Bool { pins != nil }

  /// The store at the token's moment; nil for a store that cannot be pinned.
  func pinned(_ store: NSPersistentStore) -> (any ObjectStore)? { pins?[ObjectIdentifier(store)] }

  /// Tokens can be archived; they are good in this process, while somebody holds them.
  open class var supportsSecureCoding: Bool { true }

  /// A token that somebody still holds; nil for one that is gone, and for those of other processes.
  public required convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "identifier"),
      let identifier = UUID(uuidString: String(describing: text)),
      let token = NSQueryGenerationToken.known.withLock({ $0[identifier]?.token })
    else { return nil }
    self.init(sharing: token)
  }

  private init(sharing token: NSQueryGenerationToken) {
    pins = token.pins
    identifier = token.identifier
    super.init()
  }

  /// Archives the token's name.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: identifier.uuidString), forKey: "identifier")
  }

  /// The token itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSQueryGenerationToken)?.identifier == identifier
  }

  open override var hash: Int { identifier.hashValue }
}
