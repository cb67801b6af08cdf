/// Typed access to numbers. A nil value reads as 0, as Apple's scalar accessors do.
extension NSManagedObject {
  /// A 64-bit integer attribute.
  public subscript(_ property: ManagedProperty<Int64>) -> Int64 {
    get { integer(property) }
    set { setInteger(newValue, property) }
  }

  /// A 32-bit integer attribute.
  public subscript(_ property: ManagedProperty<Int32>) -> Int32 {
    get { Int32(truncatingIfNeeded: integer(property)) }
    set { setInteger(Int64(newValue), property) }
  }

  /// A 16-bit integer attribute.
  public subscript(_ property: ManagedProperty<Int16>) -> Int16 {
    get { Int16(truncatingIfNeeded: integer(property)) }
    set { setInteger(Int64(newValue), property) }
  }

  /// A boolean attribute.
  public subscript(_ property: ManagedProperty<Bool>) -> Bool {
    get { integer(property) != 0 }
    set { setInteger(newValue ? 1 : 0, property) }
  }

  /// A double attribute.
  public subscript(_ property: ManagedProperty<Double>) -> Double {
    get { double(property) ?? 0 }
    set { setDouble(newValue, property) }
  }

  /// A float attribute.
  public subscript(_ property: ManagedProperty<Float>) -> Float {
    get { Float(double(property) ?? 0) }
    set { setDouble(Double(newValue), property) }
  }

  /// A number attribute of any type; nil for none.
  public subscript(_ property: ManagedProperty<NSNumber?>) -> NSNumber? {
    get { object(property) as? NSNumber }
    set { setObject(newValue, property) }
  }

  /// A date attribute; nil for none.
  public subscript(_ property: ManagedProperty<Date?>) -> Date? {
    get { double(property).map(Date.init(timeIntervalSinceReferenceDate:)) }
    set { setSlot(newValue.map { .double($0.timeIntervalSinceReferenceDate) } ?? .null, property) }
  }

  @inline(__always) private func integer<T>(_ name: ManagedProperty<T>) -> Int64 {
    if let row = plainRow, let cell = name.cell(in: self) { return row.isNull(cell) ? 0 : row.integer(cell) }
    return changedInteger(name)
  }

  @inline(never) private func changedInteger<T>(_ name: ManagedProperty<T>) -> Int64 {
    guard let property = readable(name) else { return 0 }
    if let value = touched?.slots[property.slot], !value.isUnset {
      if case .integer(let integer) = value { return integer }
      return (value.boxed(.integer64) as? NSNumber)?.int64Value ?? 0
    }
    guard let row = rowWithValue(of: property) else { return 0 }
    return row.integer(property.cell)
  }

  @inline(__always) private func double<T>(_ name: ManagedProperty<T>) -> Double? {
    if let row = plainRow, let cell = name.cell(in: self) { return row.isNull(cell) ? nil : row.double(cell) }
    return changedDouble(name)
  }

  @inline(never) private func changedDouble<T>(_ name: ManagedProperty<T>) -> Double? {
    guard let property = readable(name) else { return nil }
    if let value = touched?.slots[property.slot], !value.isUnset {
      if case .double(let double) = value { return double }
      return nil
    }
    return rowWithValue(of: property)?.double(property.cell)
  }

  @inline(__always) private func setInteger<T>(_ integer: Int64, _ name: ManagedProperty<T>) {
    setAttribute(.integer(integer), name.resolved(in: layout))
  }

  @inline(__always) private func setDouble<T>(_ double: Double, _ name: ManagedProperty<T>) {
    setAttribute(.double(double), name.resolved(in: layout))
  }

  /// The property of an accessor, the object's fault fired; nil on a recording instance, which has noted the name.
  @inline(__always) final func readable<T>(_ name: ManagedProperty<T>) -> PropertyLayout? {
    if state.contains(.recording) {
      touched?.recorder?.record(name.name)
      return nil
    }
    prepareAccess()
    return name.resolved(in: layout)
  }

  /// The row, if the property has a value in it.
  @inline(__always) final func rowWithValue(of property: PropertyLayout) -> Row? {
    guard let row, property.cell >= 0 else { return nil }
    return !row.hasValues || row.isNull(property.cell) ? nil : row
  }

  @inline(__always) final func setSlot<T>(_ value: Value, _ name: ManagedProperty<T>) {
    setAttribute(value, name.resolved(in: layout))
  }

  final func object<T>(_ name: ManagedProperty<T>) -> Any? {
    guard let property = readable(name), case .attribute(let kind) = property.kind else { return nil }
    return attributeObject(property, kind: kind)
  }

  final func setObject<T>(_ value: Any?, _ name: ManagedProperty<T>) {
    let property = name.resolved(in: layout)
    guard case .attribute(let kind) = property.kind else {
      fatalError("'\(property.name)' of '\(layout.name)' is not an attribute.")
    }
    setAttribute(slotValue(value, of: property, kind: kind), property)
  }
}
