extension NSManagedObject {
  /// The value of an attribute now: changed, or of the row. Fires no fault.
  @inline(__always) final func currentValue(_ property: PropertyLayout) -> Value {
    if let value = touched?.slots[property.slot], !value.isUnset { return value }
    return committedValue(property)
  }

  /// The value of an attribute as it was read or saved.
  final func committedValue(_ property: PropertyLayout) -> Value {
    guard case .attribute(let kind) = property.kind, let row, property.cell >= 0 else { return .null }
    guard row.hasValues else { return .null }
    return row.value(of: property.cell, kind: kind)
  }

  /// The value of an attribute as key-value coding hands it out: transformables and external data decoded.
  final func attributeObject(_ property: PropertyLayout, kind: AttributeKind) -> Any? {
    let value = currentValue(property)
    guard case .data(let data) = value else { return value.boxed(kind) }
    if kind == .transformable {
      let archive = isStoredExternally(property) ? externalData(data, of: property) : data
      let object = archive.flatMap { TransformableCoding.object(from: $0, of: property) }
      if let object { touch().slots[property.slot] = .object(object) }
      return object?.value
    }
    if kind == .composite { return property.publicValue(value, kind) }
    if isStoredExternally(property) { return externalData(data, of: property) }
    return data
  }

  /// Whether the value now is a stored one, which carries the mark that tells where its bytes are.
  private func isStoredExternally(_ property: PropertyLayout) -> Bool {
    property.usesExternalStorage && touched?.slots[property.slot].isUnset ?? true
  }

  /// The bytes that a stored value of an attribute with external storage stands for. Throws when their file is gone.
  final func resolved(_ stored: Data) throws -> Data {
    try ExternalData.resolve(stored, in: registry?.context?.objectStore(at: storeIndex))
  }

  /// The bytes that a stored value of an attribute with external storage stands for.
  private func externalData(_ stored: Data, of property: PropertyLayout) -> Data? {
    let data: Data
    do {
      data = try resolved(stored)
    } catch {
      registry?.context?.noteFaultError(error, of: self, reading: property)
      return nil
    }
    touch().slots[property.slot] = .data(data)
    return data
  }

  /// Sets an attribute and notes the change; setting the value it has changes nothing.
  final func setAttribute(_ value: Value, _ property: PropertyLayout) {
    if state.isSuperset(of: [.inserted, .pending]), let touched {
      // New in this event: its context knows already.
      if touched.slots[property.slot].isSame(as: value) { return }
      touched.slots[property.slot] = value
      touched.changed.insert(property.slot)
      return
    }
    prepareAccess()
    if has(value, property) { return }
    noteWillChange(property)
    let values = touch()
    values.slots[property.slot] = value
    didChange(property, in: values)
  }

  /// Whether an attribute has this value now.
  @inline(__always) private func has(_ value: Value, _ property: PropertyLayout) -> Bool {
    if let now = touched?.slots[property.slot], !now.isUnset { return now.isSame(as: value) }
    // External data in the row is a reference, which is no value that could be set.
    return property.usesExternalStorage ? committedValue(property).isSame(as: value) : rowHas(value, property)
  }

  /// Remembers the value before the first change of the event.
  final func noteWillChange(_ property: PropertyLayout) {
    if state.contains(.waking) { return }
    let values = touch()
    // What an event has left is readable while it is announced; a change that comes after that begins the next one.
    if !state.contains(.pending) { values.forgetEvent() }
    guard !values.changedInEvent.contains(property.slot) else { return }
    values.changedInEvent.insert(property.slot)
    if !state.contains(.fresh) { values.remember(property, before: valueToRemember(property, values)) }
  }

  private func valueToRemember(_ property: PropertyLayout, _ values: ObjectValues) -> Value {
    let value = values.slots[property.slot]
    // What the row has is read from it only if somebody asks for the old value.
    guard property.isRelationship else { return value }
    guard property.isToMany, case .object(let object) = value else { return value }
    if let members = object as? ToManyValue { return .object(RelationshipSnapshot(members.members)) }
    return .object(unsafeDowncast(object, to: ToManyDelta.self).copy())
  }

  /// Marks a slot changed, and the object with it.
  final func didChange(_ property: PropertyLayout, in values: ObjectValues) {
    if state.contains(.waking) { return }
    values.changed.insert(property.slot)
    values.changedInEvent.insert(property.slot)
    registry?.context?.noteUpdate(of: self)
  }

  /// `value` as a slot holds it; a value of the wrong class traps with Apple's message.
  final func slotValue(_ value: Any?, of property: PropertyLayout, kind: AttributeKind) -> Value {
    guard let attribute = property.attribute else { undefinedKey(property.name) }
    switch Value.coerced(value, to: kind, of: attribute) {
    case .success(let value): return value
    case .failure(let failure):
      fatalError(
        "Unacceptable type of value for attribute: property = \"\(property.name)\"; \(failure.text). Entity '\(layout.name)', object \(currentID)."
      )
    }
  }
}
