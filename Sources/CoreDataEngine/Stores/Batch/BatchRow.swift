#if canImport(ObjectiveC)
  typealias BatchRowKey = any NSCopying
#else
  typealias BatchRowKey = AnyHashable
#endif

/// The dictionary that a handler fills: its entries lie in the order of the entity's attributes, so that filling it
/// allocates nothing.
final class BatchRow: NSMutableDictionary {
  private var names: [String] = []
  private var places: [String: Int] = [:]
  /// By place; nil for attributes that are not given.
  private(set) var entries: ContiguousArray<Any?> = []
  /// Keys that are no attributes, with their values.
  private(set) var others: [AnyHashable: Any] = [:]
  /// Keys mostly come in the same order from row to row.
  private var next = 0

  convenience init(names: [String], places: [String: Int]) {
    self.init(objects: nil, forKeys: nil, count: 0)
    self.names = names
    self.places = places
    entries = ContiguousArray(repeating: nil, count: names.count)
  }

  required init(objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count cnt: Int) {
    super.init(objects: objects, forKeys: keys, count: 0)
  }

  func clear() {
    for index in entries.indices { entries[index] = nil }
    if !others.isEmpty { others = [:] }
    next = 0
  }

  @inline(__always) private func place(of name: String) -> Int? {
    if next < names.count, names[next] == name {
      defer { next += 1 }
      return next
    }
    guard let place = places[name] else { return nil }
    next = place + 1
    return place
  }

  private func name(_ key: Any) -> String? {
    let key = (key as? AnyHashable)?.base ?? key
    return key as? String ?? (key as? NSString)?._bridgeToSwift()
  }

  override func setObject(_ anObject: Any, forKey aKey: BatchRowKey) {
    #if canImport(ObjectiveC)
      let text = name(aKey)
    #else
      let text = aKey.base as? String ?? name(aKey.base)
    #endif
    if let text, let place = place(of: text) {
      entries[place] = anObject
    } else {
      others[AnyHashable(text ?? "\(aKey)")] = anObject
    }
  }

  override func removeObject(forKey aKey: Any) {
    guard let text = name(aKey) else { return }
    if let place = places[text] { entries[place] = nil } else { others[text] = nil }
  }

  override func object(forKey aKey: Any) -> Any? {
    guard let text = name(aKey) else { return nil }
    return places[text].map { entries[$0] } ?? others[text]
  }

  private var keys: [String] {
    zip(names, entries).compactMap { $1 == nil ? nil : $0 } + others.keys.compactMap { $0.base as? String }
  }

  override var count: Int { keys.count }

  override func keyEnumerator() -> NSEnumerator { NSArray(array: keys).objectEnumerator() }
}
