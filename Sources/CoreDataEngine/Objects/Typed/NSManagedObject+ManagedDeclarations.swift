/// Access for properties that a hand-written class declares `@NSManaged` with a type of its own choice.
///
/// An extra beside Apple's API, used by the accessors that the model plugin generates for such classes. The types with
/// a fast path are read and set without it.
extension NSManagedObject {
  /// The property as the declared type. Nil in the store reads as an empty value where the type has one, as on Apple's
  /// platforms; for any other type that is not optional it traps.
  public subscript<T>(managed property: ManagedProperty<T>) -> T {
    get { declared(value(of: property), property) }
    set {
      setPropertyValue((newValue as? any OptionalValue).map { $0.wrappedValue } ?? newValue, forKey: property.name)
    }
  }

  /// A to-one relationship.
  public subscript<T: NSManagedObject>(managed property: ManagedProperty<T?>) -> T? {
    get { self[property] }
    set { self[property] = newValue }
  }

  /// An enumeration that is stored by its raw value.
  public subscript<T: RawRepresentable>(managed property: ManagedProperty<T>) -> T
  where T.RawValue: BinaryInteger {
    get {
      let number = value(of: property) as? NSNumber
      guard let value = T(rawValue: T.RawValue(number?.int64Value ?? 0)) else {
        fatalError(
          "The value \(String(describing: number)) of '\(layout.name).\(property.name)' is none of \(T.self).")
      }
      return value
    }
    set { setPropertyValue(NSNumber(value: Int64(newValue.rawValue)), forKey: property.name) }
  }

  private func value<T>(of property: ManagedProperty<T>) -> Any? {
    readable(property).flatMap { publicValue(of: $0) }
  }

  private func declared<T>(_ value: Any?, _ property: ManagedProperty<T>) -> T {
    if let value, let typed = value as? T { return typed }
    if value == nil {
      if let type = T.self as? any EmptyValue.Type, let empty = type.emptyValue as? T { return empty }
      // A recording instance has no values, only names.
      if let none = Any?.none as? T { return none }
    }
    fatalError(
      "The value of '\(layout.name).\(property.name)' is \(value.map { "of class \(type(of: $0))" } ?? "nil"), and it is declared as \(T.self)."
    )
  }
}

/// An optional, whatever it wraps.
private protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrappedValue: Any? { map { $0 as Any } }
}

/// A type that bridges nil to a value of its own.
private protocol EmptyValue {
  static var emptyValue: Self { get }
}

extension String: EmptyValue { fileprivate static var emptyValue: String { "" } }
extension Data: EmptyValue { fileprivate static var emptyValue: Data { Data() } }
extension Array: EmptyValue { fileprivate static var emptyValue: [Element] { [] } }
extension Set: EmptyValue { fileprivate static var emptyValue: Set<Element> { [] } }
extension Dictionary: EmptyValue { fileprivate static var emptyValue: [Key: Value] { [:] } }
