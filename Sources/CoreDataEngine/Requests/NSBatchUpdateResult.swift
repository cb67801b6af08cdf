/// What a batch update came to. Follows Apple's `NSBatchUpdateResult`.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  private let value: Any
  private let type: NSBatchUpdateRequestResultType

  init(_ value: Any, _ type: NSBatchUpdateRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }

  /// A `Bool`, an `[NSManagedObjectID]` or an `Int`, by `resultType`.
  open var result: Any? { value }

  /// What the result holds.
  open var resultType: NSBatchUpdateRequestResultType { type }
}
