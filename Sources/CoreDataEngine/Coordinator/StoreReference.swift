/// A store as object IDs know it: not kept alive, and the same for all of its IDs.
///
/// @unchecked Sendable: the runtime guards the weak reference.
final class StoreReference: @unchecked Sendable {
  private(set) weak var store: NSPersistentStore?

  init(_ store: NSPersistentStore) { self.store = store }
}
