/// Values whose type alone tells that they are no optional and no `NSNull`, and either no collection or the form that
/// collections are kept in: asking by casts is slow, and lists are long.
enum PlainValue {
  static func isPlain(_ value: Any) -> Bool {
    let type = type(of: value)
    return type == Int.self || type == String.self || type == Double.self || type == Date.self || type == UUID.self
      || type == NSManagedObjectID.self || type == [Any].self
  }

  /// As `AnyValue.unwrapped`.
  static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return isPlain(value) ? value : AnyValue.unwrapped(value)
  }
}
