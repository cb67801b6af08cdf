/// What a request to the history came to. Follows Apple's `NSPersistentHistoryResult`.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
  private let value: Any
  private let type: NSPersistentHistoryResultType

  init(_ value: Any, _ type: NSPersistentHistoryResultType) {
    self.value = value
    self.type = type
    super.init()
  }

  /// What was asked for; see `NSPersistentHistoryResultType` for its class.
  open var result: Any? { value }

  /// What the result is.
  open var resultType: NSPersistentHistoryResultType { type }
}
