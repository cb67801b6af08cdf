import Foundation

extension NSError {
  /// A validation error of one property of `object`.
  ///
  /// `value` and `predicate` are left out of the `userInfo` when nil. `propertyName` is the name the description
  /// speaks of, such as a localised one; nil stands for `key`.
  package static func validation(
    _ code: Int, object: AnyObject, key: String, value: Any? = nil, predicate: NSPredicate? = nil,
    propertyName: String? = nil
  ) -> NSError {
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: CoreDataErrorText.description(of: code, property: propertyName ?? key),
      NSValidationObjectErrorKey: object,
      NSValidationKeyErrorKey: key,
    ]
    if let value { userInfo[NSValidationValueErrorKey] = value }
    if let predicate { userInfo[NSValidationPredicateErrorKey] = predicate }
    return .coreData(code, userInfo: userInfo)
  }

  /// The error that stands for `errors`: nil for none, the error itself for one, and otherwise
  /// `NSValidationMultipleErrorsError` with the single errors, in their order, under `NSDetailedErrorsKey`.
  ///
  /// An error among them that itself stands for several gives its parts, so the list stays flat. Linear in the
  /// number of single errors.
  package static func combining(_ errors: [NSError]) -> NSError? {
    guard errors.count > 1 else { return errors.first }
    return .coreData(
      NSValidationMultipleErrorsError, userInfo: [NSDetailedErrorsKey: errors.flatMap(\.singleErrors)])
  }

  private var singleErrors: [NSError] {
    guard domain == NSCocoaErrorDomain, code == NSValidationMultipleErrorsError,
      let parts = userInfo[NSDetailedErrorsKey] as? [NSError]
    else { return [self] }
    return parts
  }
}
