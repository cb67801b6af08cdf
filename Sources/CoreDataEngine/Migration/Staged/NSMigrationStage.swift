/// One stage of a staged migration. Follows Apple's `NSMigrationStage`.
open class NSMigrationStage: NSObject {
  private var text: String?

  /// A name for messages; empty unless set.
  open var label: String! {
    get { text ?? "" }
    set { text = newValue }
  }

  /// The checksums of the versions that the stage goes through, in order.
  var checksums: [String] { [] }
}
