/// The values of an object that are not, or not only, in its packed row: changed ones, and decoded relationships.
///
/// An object has one as soon as it is inserted, changed, or a relationship of it has been read.
final class ObjectValues {
  /// By slot; `.unset` where the row has the value.
  @exclusivity(unchecked) var slots: ContiguousArray<Value>
  /// The slots that differ from the last saved state, or may.
  @exclusivity(unchecked) var changed = SlotSet.empty
  /// The slots changed since the last `processPendingChanges`.
  @exclusivity(unchecked) var changedInEvent = SlotSet.empty
  /// The key a new object will have once it is saved; 0 for none yet.
  @exclusivity(unchecked) var permanentKey: Int64 = 0
  /// The values before the first change since `processPendingChanges`, for undo; by slot.
  @exclusivity(unchecked) var eventSnapshot: EventSnapshot?

  /// The destinations that relationships had when a change of them was announced, by slot.
  var announced: [Int: ContiguousArray<NSManagedObject>] = [:]

  /// The store chosen for a new object by `assign(_:to:)`.
  var assignedStore: UInt16?
  /// Keeps the model's layouts alive for an object without a context.
  var model: CompiledModel?

  /// Notes the keys that a recording instance is asked for.
  var recorder: KeyPathRecorder?

  /// Notes the value of a slot before the event.
  func remember(_ property: PropertyLayout, before value: Value) {
    if value.isUnset { return }
    if eventSnapshot == nil { eventSnapshot = EventSnapshot() }
    eventSnapshot?.note(property.slot, value)
  }

  /// The event has ended and been announced.
  func forgetEvent() {
    changedInEvent = .empty
    eventSnapshot = nil
  }

  init(slots: ContiguousArray<Value>) { self.slots = slots }

  init(unset count: Int) { slots = ContiguousArray(repeating: .unset, count: count) }
}
