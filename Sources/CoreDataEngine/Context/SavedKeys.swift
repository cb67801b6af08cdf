/// The permanent keys of objects that the contexts below a root may know by temporary ones; shared by all of them.
///
/// A child asks for them when it looks for an object: nobody waits for the queue of another context.
final class SavedKeys: Sendable {
  struct Entry {
    let temporary: Int64
    let rootIndex: Int
    let key: Int64
    let store: UInt16
  }

  private struct Contents {
    var entries: ContiguousArray<Entry> = []
    var places: [Int64: Int] = [:]
  }

  private let contents = Lock(Contents())

  /// How many keys were noted.
  var count: Int { contents.withLock { $0.entries.count } }

  func note(_ new: ContiguousArray<Entry>) {
    contents.withLock { contents in
      for entry in new {
        contents.places[entry.temporary] = contents.entries.count
        contents.entries.append(entry)
      }
    }
  }

  /// What has been noted after the first `count`.
  func entries(after count: Int) -> ArraySlice<Entry> {
    contents.withLock { $0.entries.count > count ? ArraySlice($0.entries[count...]) : [] }
  }

  /// What has become of a temporary key; nil while it is the object's key.
  subscript(temporary: Int64) -> Entry? {
    contents.withLock { contents in contents.places[temporary].map { contents.entries[$0] } }
  }

  /// Starts anew: there is no child left that could ask.
  func removeAll() { contents.withLock { $0 = Contents() } }
}
