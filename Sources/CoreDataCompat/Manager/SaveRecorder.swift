import Foundation

/// Keeps the did-save notifications of one context, so that another can take them over at a moment of the caller's choice.
///
/// @unchecked Sendable: the notifications are inside a lock, and only the IDs of their objects are read elsewhere.
final class SaveRecorder: @unchecked Sendable {
  private let saves = Guarded<[Notification]>([])
  private var observer: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { [saves] notification in
      nonisolated(unsafe) let notification = notification
      saves.withLock { $0.append(notification) }
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  var hasSaves: Bool { saves.withLock { !$0.isEmpty } }

  /// Brings `context` up to date; called on its queue. Saves that it knows already do no harm.
  func merge(into context: NSManagedObjectContext) {
    for save in saves.withLock({ $0 }) { context.mergeChanges(fromContextDidSave: save) }
  }
}
