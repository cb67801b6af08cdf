/// Typed access to attributes that are no numbers; nil for none.
extension NSManagedObject {
  /// A string attribute.
  public subscript(_ property: ManagedProperty<String?>) -> String? {
    get {
      if let row = plainRow, let cell = property.cell(in: self) { return row.isNull(cell) ? nil : row.string(cell) }
      return changedString(property)
    }
    set { setSlot(newValue.map(Value.string) ?? .null, property) }
  }

  /// A binary data attribute.
  public subscript(_ property: ManagedProperty<Data?>) -> Data? {
    get {
      if let row = plainRow, let place = property.place(in: self), !place.isExternal {
        return row.isNull(Int(place.cell)) ? nil : row.data(Int(place.cell))
      }
      return changedData(property)
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

  @inline(never) private func changedString(_ name: ManagedProperty<String?>) -> String? {
    guard let property = readable(name) else { return nil }
    if let value = touched?.slots[property.slot], !value.isUnset {
      if case .string(let string) = value { return string }
      return nil
    }
    return rowWithValue(of: property)?.string(property.cell)
  }

  @inline(never) private func changedData(_ name: ManagedProperty<Data?>) -> Data? {
    guard let property = readable(name) else { return nil }
    if property.usesExternalStorage { return object(name) as? Data }
    if let value = touched?.slots[property.slot], !value.isUnset {
      if case .data(let data) = value { return data }
      return nil
    }
    return rowWithValue(of: property)?.data(property.cell)
  }
}
