import Foundation

/// Records how changes are reversed, in groups, and reverses them.
///
/// Use a manager from one thread or queue only. Follows Apple's `UndoManager`, with one difference: the group that
/// `groupsByEvent` opens is closed at the end of the event only where a run loop is running. Elsewhere it stays open
/// until `undo()` or `redo()` is called, so a program without a run loop calls `beginUndoGrouping()` and
/// `endUndoGrouping()` where its steps begin and end.
open class UndoManager: NSObject {
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The groups that are open, the outermost first.
  private var openGroups: [UndoGroup] = []
  private var isEventGroupOpen = false
  private var disableCount = 0

  /// Makes a manager without actions that groups by event.
  public override init() { super.init() }

  // MARK: Groups

  /// Whether the first registration in a pass of the run loop opens a group by itself. True by default.
  open var groupsByEvent = true

  /// The number of open groups.
  open var groupingLevel: Int { openGroups.count }

  /// The modes of the run loop in which an event's group is closed.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// Begins a group; groups may be nested.
  open func beginUndoGrouping() {
    // An explicit group belongs to the event, as on Apple's platforms.
    if groupsByEvent, openGroups.isEmpty, !isUndoing, !isRedoing { openEventGroup() }
    openGroup()
  }

  /// Ends the innermost group. Traps when none is open.
  open func endUndoGrouping() {
    precondition(!openGroups.isEmpty, "endUndoGrouping called with no matching begin")
    closeGroup()
    // Without a run loop nothing else would end the event, and the steps of a program would run together.
    if openGroups.count == 1, isEventGroupOpen, RunLoop.current.currentMode == nil { closeEventGroup() }
  }

  /// Closes the group that was opened for the event, if no other one is open in it.
  package func closeEventGroup() {
    guard isEventGroupOpen, openGroups.count == 1 else { return }
    closeGroup()
  }

  private func openEventGroup() {
    isEventGroupOpen = true
    openGroup()
    guard RunLoop.current.currentMode != nil else { return }
    // The manager stays on the thread of this run loop.
    nonisolated(unsafe) weak let manager = self
    RunLoop.current.perform(inModes: runLoopModes) { manager?.closeEventGroup() }
  }

  private func openGroup() {
    // What is pending when the first group begins belongs to it.
    if !openGroups.isEmpty { post(.NSUndoManagerCheckpoint) }
    openGroups.append(UndoGroup())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func closeGroup() {
    post(.NSUndoManagerCheckpoint)
    let isDiscardable = openGroups.last?.isDiscardable == true
    post(.NSUndoManagerWillCloseUndoGroup, isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil)
    let group = openGroups.removeLast()
    if let outer = openGroups.last {
      outer.actions.append(.group(group))
      if outer.name.isEmpty { outer.name = group.name }
    } else {
      isEventGroupOpen = false
      finish(group)
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  private func finish(_ group: UndoGroup) {
    if isUndoing || isRedoing {
      // Nothing was registered while undoing: nothing can be redone.
      if group.actions.isEmpty { return }
    }
    if isUndoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
    }
    trim()
  }

  // MARK: Levels

  /// How many groups are kept to be undone; 0, the default, means any number. The oldest go first.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: Registration

  /// Whether actions are recorded; `disableUndoRegistration()` and `enableUndoRegistration()` are counted.
  open var isUndoRegistrationEnabled: Bool { disableCount == 0 }

  /// Stops recording until the matching `enableUndoRegistration()`.
  open func disableUndoRegistration() { disableCount += 1 }

  /// Takes back one `disableUndoRegistration()`. Traps when there was none.
  open func enableUndoRegistration() {
    precondition(disableCount > 0, "enableUndoRegistration called without a matching disable")
    disableCount -= 1
  }

  /// Records a closure that reverses a change of `target`, which is not kept alive.
  ///
  /// Recorded while undoing, it becomes what `redo()` does. A new action makes redoing impossible. Traps when no group
  /// is open and `groupsByEvent` is false.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty {
      precondition(groupsByEvent, "must begin a group before registering undo")
      openEventGroup()
    }
    if !isUndoing, !isRedoing { redoStack.removeAll() }
    let call = UndoCall(target: target) { target in
      // The weak reference above holds what was given here.
      if let target = target as? TargetType { handler(target) }
    }
    openGroups.last?.actions.append(.call(call))
  }

  /// Forgets every action and enables registration.
  open func removeAllActions() {
    undoStack.removeAll()
    redoStack.removeAll()
    openGroups = openGroups.map { _ in UndoGroup() }
    disableCount = 0
  }

  /// Forgets the actions of one target, such as an object that goes away.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    undoStack.removeAll { $0.remove(target: target) }
    redoStack.removeAll { $0.remove(target: target) }
    for group in openGroups { _ = group.remove(target: target) }
  }

  // MARK: Undo and redo

  /// Whether actions are being undone right now.
  open private(set) var isUndoing = false
  /// Whether actions are being redone right now.
  open private(set) var isRedoing = false

  /// Whether there is something to undo.
  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }

  /// Whether there is something to redo.
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return !redoStack.isEmpty
  }

  /// Closes the event's group and undoes the last group. Traps when a group of the caller's is open.
  open func undo() {
    // What is pending is registered now, and so is what is undone first.
    post(.NSUndoManagerCheckpoint)
    closeEventGroup()
    precondition(openGroups.isEmpty, "undo was called with too many nested undo groups")
    undoNestedGroup()
  }

  /// Undoes the last closed group. Does nothing when there is none.
  open func undoNestedGroup() {
    post(.NSUndoManagerCheckpoint)
    precondition(openGroups.isEmpty, "undoNestedGroup was called while an undo group is open")
    precondition(!isUndoing && !isRedoing, "undo was called while undoing or redoing")
    guard let group = undoStack.popLast() else { return }
    post(.NSUndoManagerWillUndoChange)
    isUndoing = true
    reverse(group)
    isUndoing = false
    post(.NSUndoManagerDidUndoChange)
  }

  /// Redoes what was undone last. Does nothing when there is nothing. Traps when a group is open.
  open func redo() {
    post(.NSUndoManagerCheckpoint)
    closeEventGroup()
    precondition(openGroups.isEmpty, "redo was called while an undo group is open")
    precondition(!isUndoing && !isRedoing, "redo was called while undoing or redoing")
    guard let group = redoStack.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    isRedoing = true
    reverse(group)
    isRedoing = false
    post(.NSUndoManagerDidRedoChange)
  }

  /// Runs a group; what it registers forms the group that reverses it, of the same name.
  private func reverse(_ group: UndoGroup) {
    openGroup()
    let opposite = openGroups[0]
    opposite.name = group.name
    opposite.isDiscardable = group.isDiscardable
    opposite.userInfo = group.userInfo
    group.run()
    precondition(openGroups.count == 1, "A group that an undo action began was not ended")
    closeGroup()
  }

  // MARK: Names

  /// Names the current group, or the last one when none is open.
  open func setActionName(_ actionName: String) { namedGroup?.name = actionName }

  /// Marks the current group as one that need not be saved.
  open func setActionIsDiscardable(_ discardable: Bool) { namedGroup?.isDiscardable = discardable }

  /// Keeps a value with the current group.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) { namedGroup?.userInfo[key] = info }

  /// The name of what `undo()` would undo; empty when it has none.
  open var undoActionName: String { nextUndo?.name ?? "" }
  /// The name of what `redo()` would redo; empty when it has none.
  open var redoActionName: String { redoStack.last?.name ?? "" }
  /// Whether what `undo()` would undo need not be saved.
  open var undoActionIsDiscardable: Bool { nextUndo?.isDiscardable ?? false }
  /// Whether what `redo()` would redo need not be saved.
  open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// A value kept with what `undo()` would undo; nil when there is none.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { nextUndo?.userInfo[key] }
  /// A value kept with what `redo()` would redo; nil when there is none.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { redoStack.last?.userInfo[key] }

  /// The title of a menu item that undoes.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// The title of a menu item that redoes.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
  /// The title for an action's name; in English, as there are no system translations here.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }
  /// The title for an action's name; in English, as there are no system translations here.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  private var nextUndo: UndoGroup? { openGroups.first ?? undoStack.last }

  private var namedGroup: UndoGroup? { openGroups.first ?? undoStack.last }

  private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
