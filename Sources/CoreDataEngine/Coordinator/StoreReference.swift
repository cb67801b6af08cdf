/// A store as object IDs know it: not kept alive, and the same for all of its IDs. When a store takes over the contents of
/// another, the IDs of the one lead to the other.
///
/// @unchecked Sendable: the weak reference is inside `guarding`.
final class StoreReference: @unchecked Sendable {
  private weak var current: NSPersistentStore?
  private let guarding = SpinLock()

  init(_ store: NSPersistentStore) { current = store }

  var store: NSPersistentStore? { guarding.withLock { current } }

  func lead(to store: NSPersistentStore) { guarding.withLock { current = store } }
}
