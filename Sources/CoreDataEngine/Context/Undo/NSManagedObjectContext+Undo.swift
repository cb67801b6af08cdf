/// Undo and redo of what has happened in the context, event by event.
extension NSManagedObjectContext {
  func registerUndo(_ step: UndoStep) {
    undoManager?.registerUndo(withTarget: self) { $0.apply(step) }
  }

  /// Follows a manager: changes that are pending when a group begins or ends belong before that point.
  func followUndoManager(_ old: UndoManager?) {
    if let undoObserver { NotificationCenter.default.removeObserver(undoObserver) }
    undoObserver = nil
    guard old !== undoManager else { return }
    old?.removeAllActions(withTarget: self)
    guard let undoManager else { return }
    undoObserver = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: undoManager, queue: nil
    ) { [weak self] _ in self?.processPendingChanges() }
  }

  func undoEvent() {
    processPendingChanges()
    undoManager?.undo()
  }

  func redoEvent() {
    processPendingChanges()
    undoManager?.redo()
  }

  /// Puts the state back that a step remembers, and registers the way back.
  private func apply(_ step: UndoStep) {
    guard let registry = existingRegistry else { return }
    processPendingChanges()
    let mementos = step.mementos.filter { $0.object.registry === registry }
    let inverse = step.inverse
    isReversing = true
    // Objects that others lead to come first.
    for memento in mementos where memento.presence == true { bringBack(memento.object) }
    let usable = mementos.filter { $0.presence != nil || !$0.object.state.contains(.gone) }
    for memento in usable where !(memento.presence == false && memento.object.state.contains(.gone)) {
      for (property, value) in memento.slots { memento.object.restore(value, property) }
    }
    for memento in mementos where memento.presence == false { withdraw(memento.object) }
    for memento in usable { settle(memento) }
    for memento in usable { memento.object.awake(fromSnapshotEvents: memento.snapshotEvent) }
    processPendingChanges()
    isReversing = false
    registerUndo(inverse)
  }

  /// An object that was deleted, or whose insertion was undone, is there again.
  private func bringBack(_ object: NSManagedObject) {
    if object.state.contains(.gone) {
      object.dropRow()
      object.touched = ObjectValues(slots: ContiguousArray(repeating: .null, count: object.layout.properties.count))
      if object.key > 0 {
        // The row is gone; the object gets it back under the key it had.
        object.touched?.permanentKey = object.key
        object.touched?.assignedStore = object.storeIndex
      }
      object.state = registry.marks.union([.awake, .pending])
      registry.insert(object)
      inserted.insert(object)
      event.inserted.append(object)
      if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
    } else if object.state.contains(.deleted) {
      undelete(object)
      object.state.insert(.pending)
    }
  }

  /// Deletes an object without any rule: one whose insertion is undone, or whose deletion is redone, where the others' own
  /// mementos say what becomes of them, or a duplicate that leads nowhere any more.
  func withdraw(_ object: NSManagedObject) {
    guard object.state.isDisjoint(with: [.deleted, .gone]) else { return }
    deleted.insert(object)
    event.deleted.append(object)
  }

  private func settle(_ memento: ObjectMemento) {
    let object = memento.object
    guard object.state.isDisjoint(with: [.inserted, .deleted, .gone]) else { return }
    for (property, _) in memento.slots { object.forgetUndoneChange(of: property) }
    if object.touched?.changed.isEmpty ?? true { updated.remove(object) }
  }
}

extension ObjectMemento {
  fileprivate var snapshotEvent: NSSnapshotEventType {
    switch presence {
    case true?: .undoDeletion
    case false?: .undoInsertion
    case nil: .undoUpdate
    }
  }
}
