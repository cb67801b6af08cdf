/// The parts of an object's URI.
struct ObjectURI {
  let store: String
  let entity: String
  let key: Int64

  /// nil for a malformed URL and for one of a temporary ID.
  init?(_ url: URL) {
    guard url.scheme?.lowercased() == "x-coredata", let host = url.host, !host.isEmpty else { return nil }
    let parts = url.path.split(separator: "/").map(String.init)
    guard parts.count == 2, parts[1].first == "p", let key = Int64(parts[1].dropFirst()), key > 0 else { return nil }
    store = host
    entity = parts[0]
    self.key = key
  }

  func resolve(in coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
    let model = coordinator.compiledModel
    guard let store = coordinator.store(withIdentifier: store), let layout = model.layout(named: entity) else {
      return nil
    }
    return NSManagedObjectID(key: key, layout: layout, model: model, store: store.reference)
  }
}
