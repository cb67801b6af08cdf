/// Typed access to attributes that are no numbers; nil for none.
extension NSManagedObject {
  /// A string attribute.
  public subscript(_ property: ManagedProperty<String?>) -> String? {
    get {
      if let row = plainRow, let cell = property.cell(in: layout) { return row.isNull(cell) ? nil : row.string(cell) }
      guard let property = readable(property) else { return nil }
      if let value = touched?.slots[property.slot], !value.isUnset {
        if case .string(let string) = value { return string }
        return nil
      }
      return rowWithValue(of: property)?.string(property.cell)
    }
    set { setSlot(newValue.map(Value.string) ?? .null, property) }
  }

  /// A binary data attribute.
  public subscript(_ property: ManagedProperty<Data?>) -> Data? {
    get {
      guard let resolved = readable(property) else { return nil }
      if resolved.usesExternalStorage { return object(property) as? Data }
      if let value = touched?.slots[resolved.slot], !value.isUnset {
        if case .data(let data) = value { return data }
        return nil
      }
      return rowWithValue(of: resolved)?.data(resolved.cell)
    }
    set { setSlot(newValue.map(Value.data) ?? .null, property) }
  }

  /// A UUID attribute.
  public subscript(_ property: ManagedProperty<UUID?>) -> UUID? {
    get {
      guard let property = readable(property) else { return nil }
      if let value = touched?.slots[property.slot], !value.isUnset {
        if case .uuid(let uuid) = value { return uuid }
        return nil
      }
      return rowWithValue(of: property)?.uuid(property.cell)
    }
    set { setSlot(newValue.map(Value.uuid) ?? .null, property) }
  }

  /// A URI attribute.
  public subscript(_ property: ManagedProperty<URL?>) -> URL? {
    get { object(property) as? URL }
    set { setSlot(newValue.map { .string($0.absoluteString) } ?? .null, property) }
  }

  /// A decimal attribute.
  public subscript(_ property: ManagedProperty<NSDecimalNumber?>) -> NSDecimalNumber? {
    get { object(property) as? NSDecimalNumber }
    set { setSlot(newValue.map { .decimal($0.decimalValue) } ?? .null, property) }
  }

  /// A transformable or undefined attribute; a value of another class reads as nil.
  public subscript<T>(transformable property: ManagedProperty<T?>) -> T? {
    get { object(property) as? T }
    set { setObject(newValue, property) }
  }
}
