/// External data on its way to another place.
extension StoreFiles {
  /// Makes the folders of external data at `target`, and calls `body` for each file: where it is, where it goes, and which
  /// part of all files is done with it.
  func forEachExternalFile(
    to target: StoreFiles, _ body: (_ from: URL, _ to: URL, _ done: Double) throws -> Void
  ) throws {
    let files = FileManager.default
    let folder = realSupportFolder
    guard files.fileExists(atPath: folder.path) else { return }
    let paths = try files.subpathsOfDirectory(atPath: folder.path)
    try files.createDirectory(at: target.supportFolder, withIntermediateDirectories: true)
    for (place, path) in paths.enumerated() {
      let (from, to) = (folder.appendingPathComponent(path), target.supportFolder.appendingPathComponent(path))
      var isFolder: ObjCBool = false
      if files.fileExists(atPath: from.path, isDirectory: &isFolder), isFolder.boolValue {
        try files.createDirectory(at: to, withIntermediateDirectories: true)
      } else {
        try body(from, to, Double(place + 1) / Double(paths.count))
      }
    }
  }

  /// The paths of the files of external data within the folder for them.
  var externalPaths: Set<String> {
    let files = FileManager.default
    let folder = realSupportFolder
    let paths = (try? files.subpathsOfDirectory(atPath: folder.path)) ?? []
    return Set(
      paths.filter { path in
        var isFolder: ObjCBool = false
        return files.fileExists(atPath: folder.appendingPathComponent(path).path, isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  /// Whether another store beside this one has its external data in the same folder, as stores have whose names differ in
  /// the extension alone.
  var sharesSupportFolder: Bool {
    let folder = url.deletingLastPathComponent()
    let stem = url.deletingPathExtension().lastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { name in
      guard name != url.lastPathComponent, (name as NSString).deletingPathExtension == stem else { return false }
      if case .database? = try? DatabaseHeader.read(folder.appendingPathComponent(name)) { return true }
      return false
    }
  }

  /// Waits until what the last transaction has written is on the disk: files that it has made needless may go only then.
  func syncLog() {
    let descriptor = open(path(of: .log), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The support folder, or the one that it is a link to: a list of what is in a folder does not follow links.
  var realSupportFolder: URL { supportFolder.resolvingSymlinksInPath() }

  /// Another name beside this store for a copy that is not complete yet.
  var unfinished: StoreFiles {
    let name = "\(url.lastPathComponent).\(UUID().uuidString).copy"
    return StoreFiles(url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false))
  }
}
