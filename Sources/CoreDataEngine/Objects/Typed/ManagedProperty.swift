import Synchronization

/// Names a property in typed accessors, and remembers where its value is.
///
/// An extra beside Apple's API: what `@NSManaged` does there, an accessor of this kind does here. Generated classes have
/// one for each property; keep it in a static constant:
///
///     static let nameProperty = ManagedProperty<String?>("name")
///     var name: String? {
///       get { self[Self.nameProperty] }
///       set { self[Self.nameProperty] = newValue }
///     }
public final class ManagedProperty<Value>: Sendable {
  /// The property's name in the model.
  public let name: String
  /// Token and slot of the property last used.
  private let place = Atomic<UInt64>(.max)

  /// Names a property. Whether the model has it shows when it is used: an unknown name traps.
  public init(_ name: String) { self.name = name }

  /// The property in the entity of an object. One comparison, as long as the objects are of one model.
  @inline(__always) func resolved(in layout: EntityLayout) -> PropertyLayout {
    let word = place.load(ordering: .relaxed)
    let slot = Int(truncatingIfNeeded: word & 0xFFFF)
    if slot < layout.properties.count {
      let property = layout.properties[slot]
      if UInt64(property.token) == word >> 16 { return property }
    }
    return lookUp(in: layout)
  }

  /// Where rows of an object's entity have the property; nil when it is not known yet or a row has no value of it.
  @inline(__always) func place(in object: NSManagedObject) -> PropertyPlace? {
    let word = place.load(ordering: .relaxed)
    let slot = Int(truncatingIfNeeded: word & 0xFFFF)
    // Accessors are called so often that retaining the layout for each call would show.
    return object.layoutReference._withUnsafeGuaranteedRef { layout in
      guard slot < layout.places.count else { return nil }
      let known = layout.places[slot]
      return UInt64(known.token) == word >> 16 && known.cell >= 0 ? known : nil
    }
  }

  /// The cell of the property in rows of an object's entity; nil when it is not known yet or a row has no value of it.
  @inline(__always) func cell(in object: NSManagedObject) -> Int? { place(in: object).map { Int($0.cell) } }

  @inline(never) private func lookUp(in layout: EntityLayout) -> PropertyLayout {
    guard let property = layout.property(named: name) else {
      fatalError("The entity '\(layout.name)' has no property named '\(name)', which an accessor of its class names.")
    }
    place.store(UInt64(property.token) << 16 | UInt64(property.slot), ordering: .relaxed)
    return property
  }
}
