/// A stage between versions for which everything can be inferred. Follows Apple's `NSLightweightMigrationStage`.
open class NSLightweightMigrationStage: NSMigrationStage {
  /// The checksums of the versions, in order.
  public private(set) var versionChecksums: [String] = []

  /// Makes a stage of the versions with these checksums, in order; the stage ends where the next one begins.
  public convenience init(_ checksums: [String]) {
    self.init()
    versionChecksums = checksums
  }

  override var checksums: [String] { versionChecksums }
}
