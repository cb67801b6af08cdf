/// The parts of an object's URI.
struct ObjectURI {
  let store: String
  let entity: String
  /// What follows the `p`, with its escapes.
  let reference: String

  /// nil for a malformed URL and for one of a temporary ID.
  init?(_ url: URL) {
    guard url.scheme?.lowercased() == "x-coredata", let host = url.host, !host.isEmpty,
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedPath.split(separator: "/"),
      parts.count == 2, parts[1].first == "p", parts[1].count > 1, let entity = parts[0].removingPercentEncoding
    else { return nil }
    store = host
    self.entity = entity
    reference = String(parts[1].dropFirst())
  }

  /// Whether URIs can begin with the identifier of a store.
  static func canName(_ identifier: String) -> Bool {
    URL(string: "x-coredata://\(identifier)/Entity/p1").map { !identifier.isEmpty && ObjectURI($0) != nil } ?? false
  }

  func resolve(in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
    let model = coordinator.compiledModel
    guard let store = coordinator.store(withIdentifier: store), let layout = model.layout(named: entity),
      let key = store.key(ofReference: reference, in: layout)
    else { return nil }
    return NSManagedObjectID(key: key, layout: layout, model: model, store: store.reference)
  }
}
