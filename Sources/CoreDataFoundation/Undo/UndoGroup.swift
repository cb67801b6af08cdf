import Foundation

/// Actions that are undone together, the latest first.
final class UndoGroup {
  enum Action {
    case call(UndoCall)
    case group(UndoGroup)
  }

  var actions: [Action] = []
  var name = ""
  var isDiscardable = false
  var userInfo: [UndoManager.UserInfoKey: Any] = [:]

  func run() {
    for action in actions.reversed() {
      switch action {
      case .call(let call): call.run()
      case .group(let group): group.run()
      }
    }
  }

  /// Forgets the calls of a target. Returns whether nothing is left.
  func remove(target: AnyObject) -> Bool {
    actions.removeAll { action in
      switch action {
      case .call(let call): call.target === target
      case .group(let group): group.remove(target: target)
      }
    }
    return actions.isEmpty
  }
}

/// A registered closure. Its target is not kept alive; without it there is nothing to undo.
struct UndoCall {
  weak var target: AnyObject?
  let handler: (AnyObject) -> Void

  func run() {
    if let target { handler(target) }
  }
}
