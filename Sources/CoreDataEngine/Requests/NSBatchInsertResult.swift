/// What a batch insertion came to. Follows Apple's `NSBatchInsertResult`.
open class NSBatchInsertResult: NSPersistentStoreResult {
  private let value: Any
  private let type: NSBatchInsertRequestResultType

  init(_ value: Any, _ type: NSBatchInsertRequestResultType) {
    self.value = value
    self.type = type
    super.init()
  }

  /// A `Bool`, an `[NSManagedObjectID]` or an `Int`, by `resultType`.
  open var result: Any? { value }

  /// What the result holds.
  open var resultType: NSBatchInsertRequestResultType { type }
}
