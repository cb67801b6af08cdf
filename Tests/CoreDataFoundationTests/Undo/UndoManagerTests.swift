import Testing

@testable import CoreDataFoundation

@Suite struct UndoManagerTests {
  /// A number whose changes can be undone.
  private final class Counter {
    var value = 0
    let manager: UndoManager

    init(_ manager: UndoManager) { self.manager = manager }

    func set(_ new: Int) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old) }
      value = new
    }
  }

  private func make(groupsByEvent: Bool = false) -> (UndoManager, Counter) {
    let manager = UndoManager()
    manager.groupsByEvent = groupsByEvent
    return (manager, Counter(manager))
  }

  private func group(_ manager: UndoManager, _ name: String = "", _ body: () -> Void) {
    manager.beginUndoGrouping()
    body()
    if !name.isEmpty { manager.setActionName(name) }
    manager.endUndoGrouping()
  }

  @Test func undoesAndRedoes() {
    let (manager, counter) = make()
    #expect(!manager.canUndo && !manager.canRedo)
    group(manager, "One") { counter.set(1) }
    group(manager, "Two") {
      counter.set(2)
      counter.set(3)
    }
    #expect(
      manager.undoActionName == "Two" && manager.undoMenuItemTitle == "Undo Two" && manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(counter.value == 1 && manager.canRedo && manager.redoActionName == "Two" && manager.undoActionName == "One")
    manager.undo()
    #expect(counter.value == 0 && !manager.canUndo)
    manager.redo()
    manager.redo()
    #expect(counter.value == 3 && !manager.canRedo && manager.undoActionName == "Two")
    manager.undo()
    group(manager) { counter.set(9) }
    #expect(!manager.canRedo && counter.value == 9)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test func nestsGroups() {
    let (manager, counter) = make()
    group(manager) {
      counter.set(1)
      group(manager) { counter.set(2) }
      #expect(manager.groupingLevel == 1)
      counter.set(3)
    }
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(counter.value == 0 && !manager.canUndo)
    manager.redo()
    #expect(counter.value == 3)
  }

  @Test func groupsByEvent() {
    let (manager, counter) = make(groupsByEvent: true)
    counter.set(1)
    counter.set(2)
    #expect(manager.groupingLevel == 1 && manager.canUndo)
    manager.undo()
    #expect(counter.value == 0 && manager.groupingLevel == 0)
    manager.redo()
    #expect(counter.value == 2)
    manager.closeEventGroup()
    counter.set(3)
    manager.closeEventGroup()
    counter.set(4)
    manager.undo()
    #expect(counter.value == 3)
    group(manager) { counter.set(5) }
    group(manager) { counter.set(6) }
    manager.undo()
    #expect(counter.value == 5)
  }

  @Test func closesTheEventGroupInARunLoop() async {
    let value = await withCheckedContinuation { continuation in
      let thread = Thread {
        let manager = UndoManager()
        let counter = Counter(manager)
        nonisolated(unsafe) let shared = (manager, counter)
        RunLoop.current.perform {
          shared.1.set(1)
          shared.1.set(2)
        }
        RunLoop.current.run(until: Date() + 0.05)
        RunLoop.current.perform { shared.1.set(3) }
        RunLoop.current.run(until: Date() + 0.05)
        manager.undo()
        continuation.resume(returning: counter.value)
      }
      thread.start()
    }
    #expect(value == 2)
  }

  @Test func keepsLevels() {
    let (manager, counter) = make()
    manager.levelsOfUndo = 2
    for value in 1...5 { group(manager) { counter.set(value) } }
    while manager.canUndo { manager.undo() }
    #expect(counter.value == 3)
    manager.levelsOfUndo = 1
    while manager.canRedo { manager.redo() }
    #expect(counter.value == 4)
  }

  @Test func stopsRecording() {
    let (manager, counter) = make()
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    counter.set(1)
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled && !manager.canUndo)
  }

  @Test func forgetsTargets() {
    let (manager, counter) = make()
    let other = Counter(manager)
    group(manager) {
      counter.set(1)
      other.set(1)
    }
    group(manager) { other.set(2) }
    manager.removeAllActions(withTarget: other)
    manager.undo()
    #expect(counter.value == 0 && other.value == 2 && !manager.canUndo)
    manager.removeAllActions()
    #expect(!manager.canRedo)
    var gone: Counter? = Counter(manager)
    weak let watched = gone
    group(manager) { gone?.set(1) }
    gone = nil
    #expect(watched == nil)
    manager.undo()
    #expect(!manager.canRedo)
  }

  @Test func keepsFactsOfGroups() {
    let (manager, counter) = make()
    let key = UndoManager.UserInfoKey("k")
    group(manager) {
      counter.set(1)
      manager.setActionIsDiscardable(true)
      manager.setActionUserInfoValue(5, forKey: key)
    }
    #expect(manager.undoActionIsDiscardable && manager.undoActionUserInfoValue(forKey: key) as? Int == 5)
    manager.undo()
    #expect(manager.redoActionIsDiscardable && manager.redoActionUserInfoValue(forKey: key) as? Int == 5)
  }

  @Test func postsNotifications() {
    let (manager, counter) = make()
    nonisolated(unsafe) var posted: [Notification.Name] = []
    let names: [Notification.Name] = [
      .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup,
      .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange, .NSUndoManagerWillRedoChange,
      .NSUndoManagerDidRedoChange,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { posted.append($0.name) }
    }
    group(manager) { counter.set(1) }
    #expect(posted == [names[0], names[1], names[2]])
    posted = []
    manager.undo()
    #expect(posted.first == names[3] && posted.last == names[4])
    posted = []
    manager.redo()
    #expect(posted.first == names[5] && posted.last == names[6])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  @Test func trapsOnMisuse() async {
    await #expect(processExitsWith: .failure) { UndoManager().endUndoGrouping() }
    await #expect(processExitsWith: .failure) { UndoManager().enableUndoRegistration() }
    await #expect(processExitsWith: .failure) {
      let manager = UndoManager()
      manager.groupsByEvent = false
      manager.registerUndo(withTarget: manager) { _ in }
    }
  }
}
