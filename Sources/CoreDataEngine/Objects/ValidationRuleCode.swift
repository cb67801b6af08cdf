/// The code of a broken validation rule, told from the rule's form: `SELF >= 3`, `length <= 10`, `SELF MATCHES "…"`.
enum ValidationRuleCode {
  static func code(of rule: NSPredicate, value: Any) -> Int {
    guard case .comparison(let comparison) = rule.tree else { return NSManagedObjectValidationError }
    let isLower: Bool
    switch comparison.type {
    case .greaterThan, .greaterThanOrEqualTo: isLower = true
    case .lessThan, .lessThanOrEqualTo: isLower = false
    case .matches: return NSValidationStringPatternMatchingError
    default: return NSManagedObjectValidationError
    }
    switch comparison.left {
    case .keyPath(["length"], _), .function("length:", _):
      return isLower ? NSValidationStringTooShortError : NSValidationStringTooLongError
    case .evaluatedObject:
      if value is Date { return isLower ? NSValidationDateTooSoonError : NSValidationDateTooLateError }
      if value is NSNumber { return isLower ? NSValidationNumberTooSmallError : NSValidationNumberTooLargeError }
      return NSManagedObjectValidationError
    default: return NSManagedObjectValidationError
    }
  }
}
