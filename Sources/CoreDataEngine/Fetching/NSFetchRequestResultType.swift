/// What a fetch gives, with Apple's raw values.
public struct NSFetchRequestResultType: OptionSet, Sendable {
  /// Apple's raw value.
  public let rawValue: UInt

  /// Makes the type from Apple's raw value.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Managed objects; the default.
  public static let managedObjectResultType: NSFetchRequestResultType = []
  /// Object IDs.
  public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
  /// Dictionaries of the properties to fetch.
  public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
  /// One number: how many objects there are.
  public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
