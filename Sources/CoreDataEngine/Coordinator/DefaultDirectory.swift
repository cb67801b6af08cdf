/// The folder of stores that name no place of their own.
enum DefaultDirectory {
  static var url: URL {
    let manager = FileManager.default
    return manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? manager.homeDirectoryForCurrentUser.appendingPathComponent(".local/share", isDirectory: true)
  }

  /// Makes the default folder when a store is to lie in it. A folder that cannot be made shows when the store is opened.
  static func makeIfNeeded(for store: URL) {
    let folder = store.deletingLastPathComponent()
    guard folder.standardizedFileURL.path == url.standardizedFileURL.path else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}
