extension NSManagedObject {
  /// States in which values cannot simply be read.
  private static let needsPreparation: ObjectState = [.fault, .recording, .guarded]

  /// Fires the fault if the object is one. Every access to a value begins here.
  @inline(__always) final func prepareAccess() {
    if !state.isDisjoint(with: NSManagedObject.needsPreparation) { fireFault() }
  }

  @inline(never) private func dropRowIfStale() {
    if rowBase != nil, let page, registry?.context?.isStale(page) == true { dropRow() }
  }

  /// Calls `body`; where queues are checked, stops the program first when the context is used on another one.
  @inline(__always) final func onQueue<Result>(_ body: () -> Result) -> Result {
    if state.contains(.guarded) { requireQueue() }
    return body()
  }

  /// Stops the program when the context is used on another queue now.
  private func requireQueue() {
    guard !state.contains(.gone), let context = registry?.context, !context.isOnQueue else { return }
    fatalError(
      "CoreData: concurrency violation: an object of '\(layout.name)' with the ID \(currentID) was used outside of the queue of \(context). Use it in perform or performAndWait of its context, or pass its ID."
    )
  }

  /// An object without a context holds its model's layouts itself.
  final func becomeStandalone() {
    guard let model = try? layout.entity.model?.compile() else {
      fatalError("The model of an object of '\(layout.name)' is gone.")
    }
    let values = ObjectValues(slots: layout.defaults)
    values.model = model
    touched = values
  }

  /// Reads the values if they are not there.
  ///
  /// - Parameter trustsRow: whether the row that the object has was read just now, so that it cannot be too old.
  @inline(never) final func fireFault(trustsRow: Bool = false) {
    if state.contains(.guarded) { requireQueue() }
    guard state.contains(.fault) else { return }
    if !trustsRow, registryReference?._withUnsafeGuaranteedRef({ $0.rowsExpire }) == true { dropRowIfStale() }
    if rowBase == nil {
      let context = requireContext("its values cannot be read")
      var isUnreadable = false
      let loaded = context.loadRow(of: self) {
        isUnreadable = true
        context.handleUnreadable(self, $0)
      }
      guard let loaded else {
        if !isUnreadable { context.handleInaccessible(self) }
        return
      }
      attach(loaded)
    }
    state.remove(.fault)
    guard !state.contains(.awake) else { return }
    state.insert([.awake, .waking])
    awakeFromFetch()
    state.remove(.waking)
  }

  /// Takes `reference` as the object's row.
  final func attach(_ reference: RowReference) {
    page = reference.page
    rowBase = UnsafeRawPointer(reference.page.memory + reference.offset)
  }

  /// Forgets the row.
  final func dropRow() {
    rowBase = nil
    page = nil
  }

  /// The row, when the object's values are all in it: nothing changed, nothing decoded. Fires the fault first.
  @inline(__always) final var plainRow: Row? {
    if !state.isDisjoint(with: NSManagedObject.needsPreparation), !becomesReadable() { return nil }
    guard touched == nil, let rowBase else { return nil }
    let row = Row(base: rowBase)
    return row.hasValues ? row : nil
  }

  @inline(never) private final func becomesReadable() -> Bool {
    fireFault()
    return state.isDisjoint(with: NSManagedObject.needsPreparation)
  }

  /// The row; nil for a new object and for a fault whose row is not known.
  @inline(__always) final var row: Row? { rowBase.map(Row.init(base:)) }

  /// Drops values and row: the object is a fault again. Unsaved changes go too.
  final func turnIntoFault() {
    guard !state.contains(.fault) else {
      dropRow()
      return
    }
    willTurnIntoFault()
    dropRow()
    touched = nil
    lastDestination = nil
    state.insert(.fault)
    state.remove([.awake, .inaccessible])
    didTurnIntoFault()
  }

  /// Slots for values that are not in the row.
  final func touch() -> ObjectValues {
    if let touched { return touched }
    let values = ObjectValues(unset: layout.properties.count)
    touched = values
    return values
  }

  final func isRelationshipFault(_ property: PropertyLayout) -> Bool {
    if state.contains(.inserted) { return false }
    guard let value = touched?.slots[property.slot] else { return true }
    if case .object(let object) = value, property.isToMany { return !(object is ToManyValue) }
    return value.isUnset
  }
}
