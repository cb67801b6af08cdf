/// What a request came to. Follows Apple's `NSPersistentStoreResult`.
open class NSPersistentStoreResult: NSObject {
  /// Makes a result that says no more than that the request was carried out.
  public override init() { super.init() }
}
