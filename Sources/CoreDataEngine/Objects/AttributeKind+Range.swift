extension AttributeKind {
  /// Whether there are values that the type cannot hold.
  var isLimited: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .date, .decimal, .uri: true
    case .boolean, .string, .binary, .transformable, .uuid, .object, .composite: false
    }
  }

  /// Apple's validation code for a value that the type itself cannot hold; nil when it fits.
  func problem(of value: Value) -> Int? {
    switch (self, value) {
    case (.integer16, .integer(let number)): range(number, Int64(Int16.min), Int64(Int16.max))
    case (.integer32, .integer(let number)): range(number, Int64(Int32.min), Int64(Int32.max))
    case (.double, .double(let number)), (.float, .double(let number)):
      // SQLite keeps NaN as NULL, which would be a loss in silence.
      number.isNaN ? NSManagedObjectValidationError : nil
    case (.date, .double(let seconds)): seconds.isNaN ? NSValidationInvalidDateError : nil
    case (.decimal, .decimal(let number)): number.isNaN ? NSManagedObjectValidationError : nil
    case (.uri, .string(let text)): URL(string: text) == nil ? NSValidationInvalidURIError : nil
    case (.integer16, .object(let object)), (.integer32, .object(let object)), (.integer64, .object(let object)):
      misfit(object)
    default: nil
    }
  }

  private func range(_ number: Int64, _ low: Int64, _ high: Int64) -> Int? {
    if number < low { return NSValidationNumberTooSmallError }
    return number > high ? NSValidationNumberTooLargeError : nil
  }

  /// A number that no 64-bit integer can hold: too large, too small, or not whole.
  private func misfit(_ object: AnyObject) -> Int {
    guard let number = object as? NSNumber else { return NSManagedObjectValidationError }
    if number.doubleValue >= 9.2e18 { return NSValidationNumberTooLargeError }
    if number.doubleValue <= -9.2e18 { return NSValidationNumberTooSmallError }
    return NSManagedObjectValidationError
  }
}
