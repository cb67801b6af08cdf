/// A property whose value is the result of a fetch. Follows Apple's `NSFetchedPropertyDescription`.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  private var request: NSFetchRequest<NSFetchRequestResult>?

  /// Makes a fetched property without a request.
  public override init() { super.init() }

  /// The fetch; its predicate may use `$FETCH_SOURCE` and `$FETCHED_PROPERTY`.
  open var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
    get { request }
    set { assertMutable(); request = newValue }
  }

  override var isReadOnly: Bool { true }

  override func makeCopy() -> NSPropertyDescription {
    let copy = NSFetchedPropertyDescription()
    copy.request = request
    return copy
  }
}
