/// Posts a notification, and the messages that stand for it.
///
/// Foundation on Apple's platforms makes messages of notifications by itself; on Linux a message reaches its observers
/// only when it is posted as one.
enum MessagePosting {
  static func post(_ name: Notification.Name, from context: NSManagedObjectContext, _ info: [AnyHashable: Any]? = nil) {
    nonisolated(unsafe) let notification = Notification(name: name, object: context, userInfo: info)
    NotificationCenter.default.post(notification)
    #if !canImport(ObjectiveC)
      postAsync(notification, from: context)
      guard context.concurrencyType == .mainQueueConcurrencyType, Thread.isMainThread else { return }
      MainActor.assumeIsolated { postOnMain(notification, from: context) }
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

  private static func postAsync(_ notification: Notification, from context: NSManagedObjectContext) {
    let center = NotificationCenter.default
    if let message = NSManagedObjectContext.DidSaveObjectIDsAsyncMessage.makeMessage(notification) {
      center.post(message, subject: context)
    } else if let message = NSManagedObjectContext.DidMergeChangesAsyncMessage.makeMessage(notification) {
      center.post(message, subject: context)
    }
  }

  @MainActor private static func postOnMain(_ notification: Notification, from context: NSManagedObjectContext) {
    let center = NotificationCenter.default
    if let message = NSManagedObjectContext.ObjectsDidChangeMessage.makeMessage(notification) {
      center.post(message, subject: context)
    } else if let message = NSManagedObjectContext.WillSaveMessage.makeMessage(notification) {
      center.post(message, subject: context)
    } else if let message = NSManagedObjectContext.DidSaveMessage.makeMessage(notification) {
      center.post(message, subject: context)
    } else if let message = NSManagedObjectContext.DidSaveObjectIDsMessage.makeMessage(notification) {
      center.post(message, subject: context)
    } else if let message = NSManagedObjectContext.DidMergeChangesMessage.makeMessage(notification) {
      center.post(message, subject: context)
    }
  }
}
