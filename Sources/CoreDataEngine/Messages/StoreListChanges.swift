/// What has changed in a coordinator's list of stores.
///
/// @unchecked Sendable: immutable, and stores guard themselves.
struct StoreListChanges: @unchecked Sendable {
  let added: [NSPersistentStore]
  let removed: [NSPersistentStore]
  let renamed: (oldValue: NSPersistentStore, newValue: NSPersistentStore)?

  init(_ info: [AnyHashable: Any]) {
    added = info[NSAddedPersistentStoresKey] as? [NSPersistentStore] ?? []
    removed = info[NSRemovedPersistentStoresKey] as? [NSPersistentStore] ?? []
    let pair = info[NSUUIDChangedPersistentStoresKey] as? [NSPersistentStore] ?? []
    renamed = pair.count >= 2 ? (pair[0], pair[1]) : nil
  }

  var userInfo: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    if !added.isEmpty { info[NSAddedPersistentStoresKey] = added }
    if !removed.isEmpty { info[NSRemovedPersistentStoresKey] = removed }
    if let renamed { info[NSUUIDChangedPersistentStoresKey] = [renamed.oldValue, renamed.newValue] }
    return info
  }
}
