/// A store in memory, as its URL names it.
enum MemoryDatabase {
  case `private`
  case shared(name: String)

  private static let nullDevice = "/dev/null"

  /// nil for the URL of a file.
  init?(_ url: URL) {
    guard url.isFileURL else { return nil }
    let path = url.path
    if path == MemoryDatabase.nullDevice {
      self = .private
    } else if path.hasPrefix(MemoryDatabase.nullDevice + "/") {
      self = .shared(name: String(path.dropFirst(MemoryDatabase.nullDevice.count + 1)))
    } else {
      return nil
    }
  }
}
