import Foundation

/// The one place where the engine's errors are made, so that each has a domain, a code and a readable description.
extension NSError {
  /// An error of Core Data: `code` in `NSCocoaErrorDomain`, described in English unless `userInfo` says otherwise.
  ///
  /// `reason` and `underlying` go under `NSLocalizedFailureReasonErrorKey` and `NSUnderlyingErrorKey`; nil leaves
  /// the key out.
  package static func coreData(
    _ code: Int, reason: String? = nil, underlying: (any Error)? = nil, userInfo: [String: Any] = [:]
  ) -> NSError {
    var userInfo = userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      userInfo[NSLocalizedDescriptionKey] = CoreDataErrorText.description(of: code)
    }
    if let reason { userInfo[NSLocalizedFailureReasonErrorKey] = reason }
    if let underlying { userInfo[NSUnderlyingErrorKey] = underlying as NSError }
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
  }
}
