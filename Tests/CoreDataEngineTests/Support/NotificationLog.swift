import CoreDataEngine

/// The notifications of one name from one object, while this lives.
final class NotificationLog {
  private final class Entries: @unchecked Sendable {
    // Used on the thread of the test, which posts by what it does.
    var list: [[AnyHashable: Any]] = []
  }

  private let entries = Entries()
  private let observer: any NSObjectProtocol

  init(of name: Notification.Name, from object: AnyObject?) {
    let entries = entries
    observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      entries.list.append($0.userInfo ?? [:])
    }
  }

  deinit { NotificationCenter.default.removeObserver(observer) }

  var userInfos: [[AnyHashable: Any]] { entries.list }

  /// The keys of each, in order.
  var keys: [[String]] { entries.list.map { $0.keys.compactMap { $0 as? String }.sorted() } }
}
