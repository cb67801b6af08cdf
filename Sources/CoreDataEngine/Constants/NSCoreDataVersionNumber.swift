/// The version of Apple's framework whose behaviour and file layout the engine follows: that of iOS 17, and the
/// number a store's metadata carries under `NSPersistenceFrameworkVersion`.
package let followedFrameworkVersion = 1344

// Apple declares the number as a variable of C, so it can be assigned; the lock makes that safe here.
private let versionNumber = Lock(Double(followedFrameworkVersion))

/// The version of the framework: 1344 unless assigned. Follows Apple's `NSCoreDataVersionNumber`.
public var NSCoreDataVersionNumber: Double {
  get { versionNumber.withLock { $0 } }
  set { versionNumber.withLock { $0 = newValue } }
}
