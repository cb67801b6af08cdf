/// What a batch deletion came to. Follows Apple's `NSBatchDeleteResult`.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  private let value: Any
  private let type: NSBatchDeleteRequestResultType

  init(_ value: Any, _ type: NSBatchDeleteRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }

  /// A `Bool`, an `[NSManagedObjectID]` or an `Int`, by `resultType`. Rows that went by a cascade rule are not in it.
  open var result: Any? { value }

  /// What the result holds.
  open var resultType: NSBatchDeleteRequestResultType { type }
}
