/// What undoes, or redoes, one event of a context.
struct UndoStep {
  let mementos: [ObjectMemento]

  /// What undoes an event that is about to end; nil when there is nothing to undo, as in a merge of others' changes.
  init?(undoing event: PendingEvent) {
    var mementos: [ObjectMemento] = []
    for object in event.inserted where object.state.contains(.fresh) && !object.state.contains(.deleted) {
      mementos.append(.absent(object))
    }
    for object in event.changed where object.state.isDisjoint(with: [.deleted, .gone]) {
      if let memento = ObjectMemento.unchanged(object) { mementos.append(memento) }
    }
    for object in event.deleted where object.state.isDisjoint(with: [.fresh, .gone, .inaccessible]) {
      mementos.append(.present(object))
    }
    if mementos.isEmpty { return nil }
    self.mementos = mementos
  }

  private init(_ mementos: [ObjectMemento]) { self.mementos = mementos }

  /// What leads back from the state that this step leads to; to be asked before it is applied.
  var inverse: UndoStep { UndoStep(mementos.map(\.inverse)) }
}
