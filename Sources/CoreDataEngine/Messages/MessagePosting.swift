/// Posts a notification, and the messages that stand for it.
///
/// Foundation on Apple's platforms makes messages of notifications by itself; on Linux a message reaches its observers
/// only when it is posted as one.
enum MessagePosting {
  static func post(_ name: Notification.Name, from context: NSManagedObjectContext, _ info: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(Notification(name: name, object: context, userInfo: info))
    #if !canImport(ObjectiveC)
      let notice = ContextNotice(context, info ?? [:])
      postAsync(name, notice)
      guard context.isOnMainThread else { return }
      MainActor.assumeIsolated { postOnMain(name, notice) }
    #endif
  }

  static func post(
    _ name: Notification.Name, from coordinator: NSPersistentStoreCoordinator, _ info: [AnyHashable: Any]
  ) {
    nonisolated(unsafe) let notification = Notification(name: name, object: coordinator, userInfo: info)
    NotificationCenter.default.post(notification)
    #if !canImport(ObjectiveC)
      let center = NotificationCenter.default
      if let message = NSPersistentStoreCoordinator.StoresDidChangeAsyncMessage.makeMessage(notification) {
        center.post(message, subject: coordinator)
      } else if let message = NSPersistentStoreCoordinator.RemoteChangeMessage.makeMessage(notification) {
        center.post(message, subject: coordinator)
      }
      guard Thread.isMainThread else { return }
      MainActor.assumeIsolated {
        guard let message = NSPersistentStoreCoordinator.StoresDidChangeMessage.makeMessage(notification) else {
          return
        }
        center.post(message, subject: coordinator)
      }
    #endif
  }

  private static func postAsync(_ name: Notification.Name, _ notice: ContextNotice) {
    let center = NotificationCenter.default
    switch name {
    case .NSManagedObjectContextDidSaveObjectIDs:
      center.post(NSManagedObjectContext.DidSaveObjectIDsAsyncMessage(notice), subject: notice.context)
    case .NSManagedObjectContextDidMergeChangesObjectIDs:
      center.post(NSManagedObjectContext.DidMergeChangesAsyncMessage(notice), subject: notice.context)
    default: break
    }
  }

  @MainActor private static func postOnMain(_ name: Notification.Name, _ notice: ContextNotice) {
    let center = NotificationCenter.default
    switch name {
    case .NSManagedObjectContextObjectsDidChange:
      center.post(NSManagedObjectContext.ObjectsDidChangeMessage(notice), subject: notice.context)
    case .NSManagedObjectContextWillSave:
      center.post(NSManagedObjectContext.WillSaveMessage(context: notice.context), subject: notice.context)
    case .NSManagedObjectContextDidSave:
      center.post(NSManagedObjectContext.DidSaveMessage(notice), subject: notice.context)
    case .NSManagedObjectContextDidSaveObjectIDs:
      center.post(NSManagedObjectContext.DidSaveObjectIDsMessage(notice), subject: notice.context)
    case .NSManagedObjectContextDidMergeChangesObjectIDs:
      center.post(NSManagedObjectContext.DidMergeChangesMessage(notice), subject: notice.context)
    default: break
    }
  }
}
